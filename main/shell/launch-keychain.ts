/**
 * Starts the keychain process in a utility process of Electron, which ends with the workstation.
 */
import { utilityProcess } from 'electron'
import { environmentOf, type KeychainLauncher } from '../profile/keychain-launcher.ts'
import { endUtility } from './end-utility.ts'

/** Returns the launcher for the app: `entry` is the built keychain.js. */
export const launchKeychainInUtilityProcess =
  (entry: string): KeychainLauncher =>
  () => {
    const child = utilityProcess.fork(entry, [], {
      // macOS remembers which process the person allowed, so its name and kind must stay the same.
      serviceName: 'Countersign keychain',
      env: environmentOf(process.env),
    })
    return {
      post: (message) => child.postMessage(message),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', (code) => listener(`code ${String(code)}`)),
      kill: () => endUtility(child),
    }
  }
