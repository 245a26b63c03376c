/**
 * `npm run verify:fresh [-- --only=start|test] [-- --keep]`: runs the README's two commands in a
 * minimal Debian root, which is created for this and removed at the end. Exits with 2 if no root
 * can be created.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { expect } from 'playwright/test'
import { margaret } from '../test/e2e/pages/residents.ts'
import { ValidationScreen } from '../test/e2e/pages/validation-screen.ts'
import { CountersignWindow } from '../test/e2e/pages/window.ts'
import { FreshRoot, ownNamespaces, type Running } from './lib/fresh-root.ts'
import { prepare } from './lib/prepare.ts'
import { say, stop } from './lib/say.ts'

/** Includes the time to install Chromium and its libraries. */
const mostForAWindowMs = 15 * 60_000
const halves = ['start', 'test'] as const
const { values } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'boolean', default: false } },
})
const chosen = halves.filter((half) => values.only === undefined || values.only === half)
if (chosen.length === 0) stop(`--only=${values.only}: one of ${halves.join(', ')}`)
if (process.platform !== 'linux') stop('verify:fresh takes Linux', 2)
const namespaces =
  (await ownNamespaces()) ??
  stop('verify:fresh: no root can be made here (needs unshare, and root or user namespaces)', 2)
await prepare('fresh', 2)

/** Ends the program by the signal that its script passes on; npm itself would leave it running. */
const startScript = `
exec 3<&0
npm start -- --remote-debugging-port=0 & npm=$!
{
  read -r _ <&3
  for process in /proc/[0-9]*; do
    case $(tr '\\0' ' ' <"$process/cmdline") in
      'node scripts/with-node-24.mjs start '*) kill "\${process#/proc/}" ;;
    esac
  done
} &
wait "$npm"`

const root = await FreshRoot.reserve(namespaces)
let interruption: NodeJS.Signals | undefined
/** From here on signals are ignored: only the removal is left. */
let isOver = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (isOver) return
    interruption ??= signal
    void root.end()
  })

const began = performance.now()
const fault = await verify().then(
  () => undefined,
  (problem: unknown) => interruption ?? messageOf(problem),
)
isOver = true
if (values.keep) {
  await root.end()
  say(`verify:fresh: the root is left in ${root.folder}`)
} else await root.remove()
if (fault !== undefined) stop(`verify:fresh: ${fault}`)
say(`verify:fresh: ${chosen.map((half) => `npm ${half}`).join(' and ')} passed, ${seconds(began)}`)

function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem)
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

async function timed(step: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now()
  await work()
  if (interruption) throw new Error(interruption)
  say(`verify:fresh: ${step} took ${seconds(start)}`)
}

async function verify(): Promise<void> {
  await timed('making the root', () => root.make())
  await timed('copying Node, npm and settings', () => root.equip())
  await timed('cloning', () => root.clone())
  for (const half of chosen) {
    await timed('npm ci', () => mustPass('npm ci'))
    if (half === 'start') await timed('npm start and a validation', startAndValidate)
    else await timed('npm test', () => mustPass('npm test'))
  }
}

async function mustPass(script: string): Promise<void> {
  const code = await root.inShell(script).ended
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
}

async function startAndValidate(): Promise<void> {
  const program = root.inShell(startScript)
  const window = await Promise.race([windowOf(program), program.ended])
  if (typeof window === 'string') await validate(window)
  program.closeInput()
  const code = await program.ended
  if (code !== 0) throw new Error(`npm start ended with ${code}`)
}

function isOurs(url: string): boolean {
  return url.includes('/index.html')
}

/** Returns the program's debugging address, as soon as its window is open. */
async function windowOf({ errors }: Running): Promise<string> {
  const deadline = AbortSignal.timeout(mostForAWindowMs)
  const address = await new Promise<string>((resolve, reject) => {
    deadline.addEventListener('abort', () => reject(new Error('npm start opened no window')))
    let text = ''
    errors.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const host = /DevTools listening on ws:\/\/([^/]+)\//.exec(text)?.[1]
      if (host !== undefined) resolve(`http://${host}`)
    })
  })
  for (;;) {
    const answer = await fetch(`${address}/json/list`, { signal: deadline })
    if (((await answer.json()) as { url: string }[]).some(({ url }) => isOurs(url))) return address
    await wait(250)
  }
}

/** Waits for the first screen, and validates an account at the practice bank. */
async function validate(address: string): Promise<void> {
  const browser = await chromium.connectOverCDP(address)
  const pages = browser.contexts().flatMap((context) => context.pages())
  const page = pages.find((one) => isOurs(one.url()))
  if (!page) throw new Error('the window has gone')
  const window = new CountersignWindow(page)
  await expect(window.status.getByText('starting')).toBeHidden({ timeout: 60_000 })
  await window.ready()
  await window.leaveWelcome()
  say('verify:fresh: the first screen is there')
  const validationScreen = new ValidationScreen(page)
  await validationScreen.type(margaret)
  await validationScreen.inquire()
  await expect(validationScreen.headline).toHaveText('Account open, owner matches')
  say('verify:fresh: the practice bank answered a validation')
  await browser.close()
}
