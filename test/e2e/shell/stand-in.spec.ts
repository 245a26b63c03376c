/** The Electron stand-in against a small app of its own. Electron itself needs no such proof. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright/test'
import { electronProgram, useElectron } from '../../../scripts/lib/electron-choice.ts'
import type { StandIns } from '../pages/tray-icon.ts'
import { expect, test } from '../support/fixtures.ts'
import { textOfPdf } from '../support/pdf-text.ts'
import { removeFolder } from '../../electron-stand-in/remove-folder.ts'

/** The API that the sample's preload exposes. */
interface SampleBridge {
  invoke(channel: string, value?: unknown): Promise<unknown>
  echo(value: unknown): unknown
  fail(message: string): void
  callBack(callback: (value: number) => number): Promise<number>
  seesPage(): string
}
declare global {
  interface Window {
    sample: SampleBridge
  }
}

const sampleApp = join(import.meta.dirname, '../../electron-stand-in/sample-app')
let folder: string
let app: ElectronApplication
let page: Page
let notedBefore = 0

const environment = (): Record<string, string> => ({
  ...(process.env as Record<string, string>),
  SAMPLE_DATA: folder,
})
async function launch(): Promise<void> {
  app = await _electron.launch({ args: [sampleApp], colorScheme: null, env: environment() })
  page = await app.firstWindow()
  await page.waitForSelector('html[data-ready]')
}
const invoke = (channel: string, value?: unknown): Promise<unknown> =>
  page.evaluate(([name, argument]) => window.sample.invoke(name, argument), [
    channel,
    value,
  ] as const)
/** The events that the sample recorded since the test started. */
const events = async (): Promise<string[]> =>
  ((await invoke('events')) as string[]).slice(notedBefore)

test.skip(useElectron() === 'electron', 'runs on the stand-in only')

async function open(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'stand-in-'))
  await launch()
}
async function close(): Promise<void> {
  await app.close()
  await removeFolder(folder)
}

test.describe('a running program', () => {
  test.beforeAll(open)
  test.afterAll(close)
  test.beforeEach(async () => {
    await page.evaluate(() => history.replaceState(null, '', '/index.html#start'))
    await page.reload()
    await page.waitForSelector('html[data-ready]')
    notedBefore = 0
    notedBefore = (await events()).length
  })

  test('carries over IPC what a structured clone carries', async () => {
    const seen = await page.evaluate(async () => {
      const circle: Record<string, unknown> = { name: 'circle' }
      circle['self'] = circle
      const sent = {
        date: new Date(123),
        bytes: new Uint8Array([1, 2, 255]),
        doubles: new Float64Array([1.5, Number.NaN]),
        map: new Map<unknown, unknown>([['key', new Set([1n, 2n])]]),
        big: 2n ** 70n,
        error: new RangeError('boom', { cause: 'cause' }),
        nothing: undefined,
        infinite: -Infinity,
        negativeZero: -0,
        pattern: /a.b/gi,
        dollar: { $: 'seen', v: 3 },
        text: '🎉\u2028\0\ud800',
        circle,
      }
      const got = (await window.sample.invoke('echo', sent)) as typeof sent
      return {
        date: got.date.getTime(),
        bytes: [...got.bytes],
        doubles: [got.doubles[0], Number.isNaN(got.doubles[1])],
        map: (got.map.get('key') as Set<bigint>).has(2n),
        big: got.big === sent.big,
        error: `${got.error.name} ${got.error.message}`,
        nothing: Object.hasOwn(got, 'nothing'),
        infinite: got.infinite,
        negativeZero: Object.is(got.negativeZero, -0),
        pattern: String(got.pattern),
        dollar: got.dollar,
        text: got.text === sent.text,
        circle: got.circle['self'] === got.circle,
      }
    })
    expect(seen).toEqual({
      date: 123,
      bytes: [1, 2, 255],
      doubles: [1.5, true],
      map: true,
      big: true,
      // The bridge turns every error into a plain one, as Electron's does.
      error: 'Error boom',
      nothing: true,
      infinite: -Infinity,
      negativeZero: true,
      pattern: '/a.b/gi',
      dollar: { $: 'seen', v: 3 },
      text: true,
      circle: true,
    })
  })

  test('answers a call in the document that made it, and in no later one', async () => {
    const calls = (channel: string) =>
      page.evaluate(
        ([name]) => {
          const pending = Array.from({ length: 20 }, () => window.sample.invoke(name))
          return name === 'wait' ? [] : Promise.all(pending)
        },
        [channel] as const,
      )
    await calls('wait')
    await page.reload()
    await page.waitForSelector('html[data-ready]')
    expect(await calls('end-waiting')).toEqual(Array.from({ length: 20 }, () => 'own'))
  })

  test('reports failures to the page, and refuses what cannot be cloned', async () => {
    await expect(invoke('fail', 'nope')).rejects.toThrow(
      "Error invoking remote method 'fail': RangeError: nope",
    )
    await expect(invoke('nobody')).rejects.toThrow("No handler registered for 'nobody'")
    const refused = await page.evaluate(() => {
      const attempt = (value: unknown): string => {
        try {
          void window.sample.invoke('echo', value)
          return 'passed'
        } catch (error) {
          return (error as Error).message
        }
      }
      // A Proxy, such as a reactive object of Vue, is a common mistake of apps.
      return [attempt(new WeakMap()), attempt(new Proxy({ a: 1 }, {}))]
    })
    expect(refused[0]).toMatch(/could not be cloned/)
    expect(refused[1]).toMatch(/could not be cloned/)
  })

  test('keeps the worlds of page and preload apart', async () => {
    const seen = await page.evaluate(async () => {
      const { sample } = window
      const original = { inner: { value: 1 }, double: (value: number) => value * 2 }
      const copy = sample.echo(original) as typeof original
      let thrown = ''
      try {
        sample.fail('at once')
      } catch (error) {
        thrown = (error as Error).message
      }
      return {
        secret: Reflect.has(window, 'preloadSecret'),
        node: Reflect.has(window, 'require') || Reflect.has(window, 'process'),
        preloadSees: sample.seesPage(),
        isFrozen: Object.isFrozen(sample),
        isCopy: copy !== original && copy.inner !== original.inner && copy.inner.value === 1,
        doubled: copy.double(21),
        calledBack: await sample.callBack((value) => value * 2),
        thrown,
      }
    })
    expect(seen).toEqual({
      secret: false,
      node: false,
      preloadSees: 'undefined',
      isFrozen: true,
      isCopy: true,
      doubled: 42,
      calledBack: 41,
      thrown: 'at once',
    })
  })

  test('enforces the content policy and the privileges of the scheme', async () => {
    const seen = await page.evaluate(async () => {
      const violated = new Promise<string>((resolve) => {
        addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
          once: true,
        })
      })
      const inline = document.createElement('script')
      let trusted = 'passed'
      try {
        inline.textContent = 'window.ran = true'
        document.body.innerHTML = '<b>text</b>'
      } catch (error) {
        trusted = (error as Error).name
      }
      const refused = (url: string): Promise<string> =>
        fetch(url).then(
          () => 'passed',
          () => 'refused',
        )
      return {
        isSecure: isSecureContext,
        trusted,
        own: await refused('/index.html'),
        outside: await refused('https://example.invalid/'),
        violated: await violated,
      }
    })
    expect(seen).toEqual({
      isSecure: true,
      trusted: 'TypeError',
      own: 'refused',
      outside: 'refused',
      violated: expect.stringMatching(/trusted-types|connect-src/),
    })
  })

  test('names the sender of a message by one frame per document', async () => {
    expect(await invoke('sender')).toEqual({
      url: 'sample://app/index.html#start',
      origin: 'sample://app',
      parent: null,
      isMainFrame: true,
      isSame: true,
    })
    await page.getByRole('link', { name: 'Moves within' }).click()
    expect(await invoke('sender')).toMatchObject({ url: 'sample://app/index.html#fragment' })
  })

  test('denies every permission', async () => {
    const denied = await page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read']
      const states = await Promise.all(
        names.map((name) => navigator.permissions.query({ name: name as PermissionName })),
      )
      const position = await new Promise<string>((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('given'),
          ({ code }) => resolve(code === 1 ? 'denied' : 'other'),
        )
      })
      return [...states.map(({ state }) => state), position]
    })
    expect(denied).toEqual(['denied', 'denied', 'denied', 'denied', 'denied', 'denied'])
  })

  test('asks the app before the page navigates', async () => {
    await page.getByRole('link', { name: 'Leaves' }).click()
    await expect
      .poll(events)
      .toEqual([
        'will-frame-navigate main https://example.invalid/leave',
        'will-navigate https://example.invalid/leave',
      ])
    await page.getByRole('link', { name: 'Is redirected' }).click()
    await expect.poll(events).toContain('will-redirect https://example.invalid/')
    expect(await invoke('sender')).toMatchObject({ url: 'sample://app/index.html#start' })

    await page.getByRole('link', { name: 'Stays' }).click()
    await page.waitForURL(/again/)
    expect(await invoke('sender')).toMatchObject({ url: 'sample://app/index.html?again' })
  })

  test('opens no window that the app denies', async () => {
    await page.getByRole('link', { name: 'Opens a window' }).click()
    await expect.poll(events).toContain('window-open https://example.invalid/blank')
    await page.evaluate(() => {
      window.open('https://example.invalid/script')
    })
    await expect.poll(events).toContain('window-open https://example.invalid/script')
    expect(app.windows()).toHaveLength(1)
  })

  test('applies the theme, and clicks the menu by id', async () => {
    const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    await expect.poll(isDark).toBe(true)
    await app.evaluate(({ Menu }) => {
      Menu.getApplicationMenu()?.getMenuItemById('greet')?.click()
    })
    expect(await events()).toEqual(['greeted'])
  })

  test('has a tray menu that a test can click, and lists the notifications', async () => {
    const seen = await app.evaluate((electron) => {
      const { Tray, Notification } = electron as unknown as StandIns
      const [icon] = Tray.all()
      icon?.emit('click')
      icon?.menu.getMenuItemById('wave')?.click()
      return { toolTip: icon?.toolTip, shown: Notification.shown.length }
    })
    expect(seen).toEqual({ toolTip: 'Sample', shown: 0 })
    expect(await events()).toEqual(['tray clicked', 'waved'])
    await invoke('notify', 'something happened')
    const reported = await app.evaluate((electron) =>
      (electron as unknown as StandIns).Notification.shown.map(({ body }) => body),
    )
    expect(reported).toEqual(['something happened'])
    await expect(invoke('no-tray')).rejects.toThrow('Failed to load image from path')
  })

  test('prints a page to a PDF, without its script where the window runs none', async () => {
    const pdf = Buffer.from((await invoke('pdf')) as Uint8Array)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(textOfPdf(pdf).trim()).toBe('On paper')
  })

  test('throws on what Electron has and the stand-in lacks', async () => {
    await expect(invoke('missing')).rejects.toThrow(
      'electron stand-in: app.setBadgeCount is not implemented',
    )
  })

  test('exchanges messages with a utility process', async () => {
    expect(await invoke('utility', { text: 'ping', many: [1, 2] })).toEqual({
      value: { text: 'ping', many: [1, 2] },
      argument: 'argument',
      word: 'from env',
      type: 'utility',
      pid: expect.any(Number),
      hasSend: false,
      // 200 for old objects, and what V8 adds for young ones.
      heapMegabytes: expect.closeTo(392, -2) as unknown,
    })
    expect(await invoke('utility-port', 'over a port')).toEqual({ received: 'over a port' })
  })

  test('reports how a utility process ended', async () => {
    expect(await invoke('utility-exit', 0)).toEqual({ exitCode: 0, hadPid: true })
    expect(await invoke('utility-exit', 3)).toEqual({ exitCode: 3, hadPid: true })
    expect(await events()).toEqual(['child gone Utility abnormal-exit Sample Service'])
    // Over the limit of its memory it crashes alone: 6 is SIGABRT.
    expect(await invoke('utility-exit', 'fill')).toEqual({ exitCode: 6, hadPid: true })
  })

  test('hands a second instance over to the first', async () => {
    const second = spawn(electronProgram(), [sampleApp, 'hello'], { env: environment() })
    expect(await once(second, 'exit')).toEqual([0, null])
    await expect.poll(events).toContain('second-instance hello')
  })
})

test('a program keeps an in-memory session off the disk, closes in order, leaves no process after a kill of main, and reports a renderer that crashed', async () => {
  notedBefore = 0
  await open()
  await page.evaluate(() => localStorage.setItem('kept', 'yes'))
  const closed = outputOf(app)
  const ended = once(app.process(), 'exit')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  expect(await ended).toEqual([0, null])
  expect(closed().match(/(?<=\[sample\] ).+/g)).toEqual([
    'close',
    'closed',
    'window-all-closed',
    'before-quit',
    'will-quit',
    'quit',
  ])

  await launch()
  expect(await page.evaluate(() => localStorage.getItem('kept'))).toBeNull()
  const { pid } = (await invoke('utility')) as { pid: number }
  expect(isAlive(pid)).toBe(true)
  const main = app.process()
  const gone = once(main, 'exit')
  main.kill('SIGKILL')
  await gone
  await expect.poll(() => isAlive(pid)).toBe(false)

  await launch()
  expect(await page.title()).toBe('Sample')
  const crashed = outputOf(app)
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )
  await expect.poll(crashed).toContain('gone crashed')
  await close()
})

test('a session ends: a shutdown that nobody prevents goes on, and a log-off of Windows is heard by hidden windows and ends the process', async () => {
  await open()
  const ends = outputOf(app)
  const gone = once(app.process(), 'exit')
  const isHeldBack = await app.evaluate((electron) => {
    const { powerMonitor } = electron as unknown as {
      readonly powerMonitor: { shutDown(): boolean }
    }
    return powerMonitor.shutDown()
  })
  expect(isHeldBack).toBe(false)
  await app.evaluate((electron) => {
    electron.BrowserWindow.getAllWindows()[0]?.hide()
    const { app: program } = electron as unknown as { readonly app: { endSession(): void } }
    setImmediate(() => program.endSession())
  })
  expect(await gone).toEqual([null, 'SIGKILL'])
  expect(ends().match(/(?<=\[sample\] ).+/g)).toEqual([
    'shutdown',
    'query-session-end',
    'session-end logoff',
  ])
  await removeFolder(folder)
})

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`)

/** The output of the program so far. */
function outputOf(application: ElectronApplication): () => string {
  let text = ''
  application.process().stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return () => text
}
