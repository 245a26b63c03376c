/**
 * `npm run icons`: draws the icons of the packages from their two drawings. The results are
 * committed.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IconIcns, IconIco } from '@shockpkg/icon-encoder'
import { chromium } from 'playwright'
import { findChromium } from '../test/electron-stand-in/find-chromium.ts'
import { root } from './lib/run.ts'
import { say, stop } from './lib/say.ts'

const folder = join(root, 'build')
/** Below this size a drawing with fine strokes is unreadable. */
const smallest = 32
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const
type Size = (typeof sizes)[number]

const pictures = await draw()
await mkdir(join(folder, 'icons'), { recursive: true })
for (const size of sizes) {
  if (size > 512) continue
  await writeFile(join(folder, `icons/${size}x${size}.png`), picture(size))
}

const windows = new IconIco()
for (const size of [256, 64, 48, 32, 24, 16] as const) await windows.addFromPng(picture(size))
await writeFile(join(folder, 'icon.ico'), windows.encode())

/** In the order of Apple's own iconutil; two names are the same size at two densities. */
const apple: readonly (readonly [string, Size])[] = [
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic04', 16],
  ['ic14', 512],
  ['ic09', 512],
  ['ic05', 32],
  ['ic10', 1024],
  ['ic11', 32],
]
const bundle = new IconIcns()
bundle.toc = true
for (const [name, size] of apple) await bundle.addFromPng(picture(size), [name])
await writeFile(join(folder, 'icon.icns'), bundle.encode())
say(`Drawn in ${sizes.length} sizes: build/icons, build/icon.ico, build/icon.icns`)

function picture(size: Size): Buffer {
  const drawn = pictures.get(size)
  if (!drawn) throw new Error(`no picture of ${size} px`)
  return drawn
}

async function draw(): Promise<ReadonlyMap<Size, Buffer>> {
  const executablePath = findChromium()
  if (executablePath === undefined)
    stop('icons: no Chromium to draw with: apt-get install chromium')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const page = await browser.newPage()
  const drawn = new Map<Size, Buffer>()
  for (const size of sizes) {
    const drawing = size <= smallest ? 'icon-small.svg' : 'icon.svg'
    const svg = await readFile(join(folder, drawing), 'utf8')
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<style>html,body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    )
    drawn.set(size, await page.screenshot({ omitBackground: true }))
  }
  await browser.close()
  return drawn
}
