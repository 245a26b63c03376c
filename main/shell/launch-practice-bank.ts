/** Starts the practice bank in a utility process of Electron, which ends with the workstation. */
import { utilityProcess } from 'electron'
import { startPracticeBank, type PracticeBankLauncher } from '../practice/start-practice-bank.ts'
import { endUtility } from './end-utility.ts'

/** Returns the launcher for the app: `entry` is the built practice-bank.js. */
export const launchInUtilityProcess =
  (entry: string): PracticeBankLauncher =>
  (options = []) => {
    const serviceName = 'Countersign practice bank'
    const child = utilityProcess.fork(entry, [...options], { serviceName })
    return startPracticeBank({
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', listener),
      kill: () => endUtility(child),
    })
  }
