/** The border: one frozen object, three functions, no Electron object and no event ever crosses. */
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import { channelPrefix } from './contract/api/envelope.ts'

/** What the window finds as `window.countersign`; only renderer/state/bridge.ts reads it. */
export interface Border {
  /** `meant` names the profile that the window shows, once it knows one. */
  call(channel: string, input: unknown, meant?: string): Promise<unknown>
  hear(channel: string, listener: (payload: unknown) => void): () => void
}

const border: Border = {
  call: (channel, input, meant) => ipcRenderer.invoke(channelPrefix + channel, input, meant),
  hear: (channel, listener) => {
    const onEvent = (_event: IpcRendererEvent, payload: unknown): void => listener(payload)
    ipcRenderer.on(channelPrefix + channel, onEvent)
    return () => {
      ipcRenderer.off(channelPrefix + channel, onEvent)
    }
  },
}

contextBridge.exposeInMainWorld('countersign', Object.freeze(border))
