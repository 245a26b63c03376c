/** Opens real banks for a test file and closes them after each test. */
import { afterEach } from 'vitest'
import { RealBank } from './real-bank.ts'

/** A minimal read request. */
export const readRequest = {
  method: 'GET',
  path: '/thing',
  lane: 'interactive',
  purpose: 'test',
  actor: 'ann',
} as const

const open: RealBank[] = []

/** As `RealBank.open`; the bank is closed when the test has ended. */
export const openBank = async (...how: Parameters<typeof RealBank.open>): Promise<RealBank> => {
  const bank = await RealBank.open(...how)
  open.push(bank)
  return bank
}

/** Closes the banks of each test; each file that opens banks calls it once. */
export function closeBanksAfterEach(): void {
  afterEach(async () => {
    for (const bank of open.splice(0)) await bank.close()
  })
}
