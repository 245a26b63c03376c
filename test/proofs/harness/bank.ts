/** The practice bank of a proof, as a program of its own that outlives every workstation. */
import {
  connectPracticeBank,
  type PracticeControl,
} from '../../../main/practice/practice-control.ts'
import { launchInNode } from '../../../main/practice/start-practice-bank.ts'

/** Workstations that play already keep the computer busy while the next bank starts. */
const startPatienceMs = 120_000

export interface Bank {
  readonly control: PracticeControl
  readonly controlUrl: string
  readonly port: number
  close(): Promise<void>
}

/** Starts it at the highest rate that a bank can allow, unless `options` say another. */
export async function startBank(
  program: string,
  options: readonly string[] = ['--calls-per-second', '100'],
): Promise<Bank> {
  const running = await launchInNode(program, options, startPatienceMs)()
  const { address, controlUrl, exited } = running
  const control = connectPracticeBank(controlUrl)
  return {
    control,
    controlUrl,
    port: Number(new URL(address).port),
    close: async () => {
      await control.close()
      running.stop()
      await exited
    },
  }
}
