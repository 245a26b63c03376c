/**
 * The desktop: notifications, opening files and addresses, the clipboard. Uses the desktop's own
 * tools, where installed.
 */
import { execFile, spawn } from 'node:child_process'
import type { NotificationConstructorOptions } from 'electron'
import { Emitter, makeEvent } from '../events.ts'
import { onPath } from '../find-chromium.ts'
import { strictClass, strictObject } from '../strict.ts'
import { app } from './app.ts'

/** Electron's `Notification`. */
export class StandInNotification extends Emitter {
  /** The stand-in's own: every one that was shown, for tests. */
  static readonly shown: StandInNotification[] = []
  title: string
  body: string
  silent: boolean

  constructor({ title = '', body = '', silent = false }: NotificationConstructorOptions = {}) {
    super()
    this.title = title
    this.body = body
    this.silent = silent
  }

  static isSupported(): boolean {
    return true
  }
  show(): void {
    // As on Linux where no service answers: supported, and refused while it is shown.
    if (process.env['STANDIN_NO_NOTIFICATIONS']) {
      this.emit('failed', makeEvent(), '')
      return
    }
    StandInNotification.shown.push(this)
    const tool = process.env['DBUS_SESSION_BUS_ADDRESS'] ? onPath('notify-send') : undefined
    if (tool)
      spawn(tool, ['--app-name', app.name, '--', this.title, this.body], { stdio: 'ignore' })
    else console.log(`[stand-in] notification: ${this.title}: ${this.body}`)
    queueMicrotask(() => this.emit('show', makeEvent()))
  }
  close(): void {
    this.emit('close', makeEvent())
  }
}
strictClass(StandInNotification, 'Notification')

function open(target: string): Promise<void> {
  const tool = onPath('xdg-open')
  if (!tool) return Promise.reject(new Error('electron stand-in: xdg-open is not installed'))
  const opener = spawn(tool, [target], { stdio: 'ignore', detached: true })
  return new Promise((resolve, reject) => {
    opener.once('error', reject)
    opener.once('spawn', () => {
      opener.unref()
      resolve()
    })
  })
}

/** Electron's `shell`. */
export const shell = strictObject('shell', {
  openExternal: (url: string): Promise<void> => open(url),
  openPath: (path: string): Promise<string> =>
    open(path).then(
      () => '',
      (error: unknown) => String(error),
    ),
  showItemInFolder(path: string): void {
    open(path).catch((error: unknown) => console.error(error))
  },
  trashItem: (path: string): Promise<void> =>
    new Promise((resolve, reject) => {
      execFile('gio', ['trash', '--', path], (error) => {
        if (error) reject(new Error(error.message))
        else resolve()
      })
    }),
  beep(): void {
    process.stderr.write('\x07')
  },
})

let copied = ''

/** Electron's `clipboard`, through xclip where installed, otherwise within the app only. */
export const clipboard = strictObject('clipboard', {
  writeText(text: string): Promise<void> {
    copied = text
    const tool = onPath('xclip')
    if (tool) {
      const child = spawn(tool, ['-selection', 'clipboard', '-in'], {
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      child.on('error', () => undefined)
      child.stdin.end(text)
    }
    return Promise.resolve()
  },
  readText(): Promise<string> {
    const tool = onPath('xclip')
    if (!tool) return Promise.resolve(copied)
    return new Promise((resolve) => {
      execFile(tool, ['-selection', 'clipboard', '-out'], (error, text) =>
        resolve(error ? copied : text),
      )
    })
  },
  clear(): void {
    void this.writeText('')
  },
})
