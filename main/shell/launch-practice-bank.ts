/** Starts the practice bank in a utility process of Electron, which ends with the workstation. */
import { utilityProcess } from 'electron'
import { startPracticeBank, type PracticeBankLauncher } from '../practice/start-practice-bank.ts'

/** Returns the launcher for the app: `entry` is the built practice-bank.js. */
export const launchInUtilityProcess =
  (entry: string): PracticeBankLauncher =>
  () => {
    const child = utilityProcess.fork(entry, [], { serviceName: 'Countersign practice bank' })
    return startPracticeBank({
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', listener),
      kill: () => void child.kill(),
    })
  }
