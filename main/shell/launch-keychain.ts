/** Starts the keychain process in a utility process of Electron's: it ends with the workstation. */
import { utilityProcess } from 'electron'
import { environmentOf } from '../profile/keychain/environment.ts'
import type { KeychainLauncher } from '../profile/keychain/keychain-link.ts'

/** The launcher for the app: `entry` is the built keychain.js. */
export const launchKeychainInUtilityProcess =
  (entry: string): KeychainLauncher =>
  () => {
    const child = utilityProcess.fork(entry, [], {
      // macOS remembers whom the person let in; the name and kind of the process stay the same for that.
      serviceName: 'Countersign keychain',
      env: environmentOf(process.env),
    })
    return {
      post: (message) => child.postMessage(message),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', (code) => listener(`code ${String(code)}`)),
      kill: () => void child.kill(),
    }
  }
