import { Emitter, strictClass } from './util.ts'

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: any[]) => unknown
export class IpcMainImpl extends Emitter {
  readonly _handlers = new Map<string, Handler>()
  handle(channel: string, listener: Handler): void {
    if (this._handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    if (typeof listener !== 'function')
      throw new TypeError(`Expected handler to be a function, but found type '${typeof listener}'`)
    this._handlers.set(channel, listener)
  }
  handleOnce(channel: string, listener: Handler): void {
    this.handle(channel, (e, ...a) => {
      this.removeHandler(channel)
      return listener(e, ...a)
    })
  }
  removeHandler(channel: string): void {
    this._handlers.delete(channel)
  }
}
strictClass(IpcMainImpl, 'ipcMain')
export const ipcMain = new IpcMainImpl()
// As in Electron: an 'error' channel without a listener must not bring main down.
ipcMain.on('error', () => {})
