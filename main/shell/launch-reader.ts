/** Starts the programs that read files in utility processes of Electron. */
import { fileURLToPath } from 'node:url'
import { utilityProcess } from 'electron'
import { memoryLimit, type ReaderLauncher } from '../platform/reader-launcher.ts'
import { endUtility } from './end-utility.ts'

export const launchReaderInUtilityProcess: ReaderLauncher = ({ name, script }) => {
  const child = utilityProcess.fork(fileURLToPath(script), [], {
    serviceName: `Countersign ${name} reader`,
    // Electron gives V8 what `--js-flags` says; of Node's own switches it takes a few, not this.
    execArgv: [`--js-flags=${memoryLimit}`],
    stdio: 'ignore',
  })
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => endUtility(child),
  }
}
