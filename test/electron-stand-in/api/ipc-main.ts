/** ipcMain, and the same per web contents. */
import type { IpcMainInvokeEvent } from 'electron'
import { Emitter } from '../events.ts'
import { strictClass } from '../strict.ts'

/** The handler of an invoke. The product declares the types of its own arguments. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Electron's own signature
export type InvokeHandler = (event: IpcMainInvokeEvent, ...args: any[]) => unknown

/** Handlers by channel, and an emitter for messages without an answer. */
export class StandInIpcMain extends Emitter {
  readonly #handlers = new Map<string, InvokeHandler>()

  constructor() {
    super()
    // As in Electron: a channel called 'error' without a listener must not bring main down.
    this.on('error', () => undefined)
  }

  handle(channel: string, listener: InvokeHandler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, listener)
  }
  handleOnce(channel: string, listener: InvokeHandler): void {
    this.handle(channel, (event, ...args: unknown[]) => {
      this.removeHandler(channel)
      return listener(event, ...args)
    })
  }
  removeHandler(channel: string): void {
    this.#handlers.delete(channel)
  }

  /** The stand-in's own: returns the handler of a channel. */
  handlerOf(channel: string): InvokeHandler | undefined {
    return this.#handlers.get(channel)
  }
}
strictClass(StandInIpcMain, 'ipcMain')

/** Electron's `ipcMain`. */
export const ipcMain = new StandInIpcMain()
