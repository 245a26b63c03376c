// eslint-disable-next-line @typescript-eslint/no-require-imports -- a sandboxed preload knows no other way
const { contextBridge, ipcRenderer } = require('electron')

globalThis.preloadSecret = 'only here'
contextBridge.exposeInMainWorld('sample', {
  invoke: (channel, value) => ipcRenderer.invoke(channel, value),
  echo: (value) => value,
  fail: (message) => {
    throw new TypeError(message)
  },
  callBack: async (callback) => (await callback(20)) + 1,
  seesPage: () => typeof globalThis.pageGlobal,
})
