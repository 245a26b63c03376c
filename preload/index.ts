/**
 * The border to the window: one frozen object with two functions. No Electron object and no event
 * object crosses.
 */
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import { channelPrefix } from './contract/api/envelope.ts'

/** The object `window.countersign`; only renderer/state/bridge.ts reads it. */
export interface PreloadApi {
  /** `expectedProfileId` is the id of the profile that the window shows, once one is shown. */
  invoke(channel: string, input: unknown, expectedProfileId?: string): Promise<unknown>
  on(channel: string, listener: (payload: unknown) => void): () => void
}

const preloadApi: PreloadApi = {
  invoke: (channel, input, expectedProfileId) =>
    ipcRenderer.invoke(channelPrefix + channel, input, expectedProfileId),
  on: (channel, listener) => {
    const onEvent = (_event: IpcRendererEvent, payload: unknown): void => listener(payload)
    ipcRenderer.on(channelPrefix + channel, onEvent)
    return () => {
      ipcRenderer.off(channelPrefix + channel, onEvent)
    }
  },
}

contextBridge.exposeInMainWorld('countersign', Object.freeze(preloadApi))
