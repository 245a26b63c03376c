/** The whole way of an alert into the inbox: practice bank, listener, intake, matching, inbox. */
import { expect, it, onTestFinished, vi } from 'vitest'
import {
  newFolder,
  removeFolder,
  standAloneBank,
  startWorkstation,
} from '../../support/workstation.ts'
import { callerOf, everything } from './inbox-session.ts'

it('lists every alert about entries of other programs as soon as the matching has read them', async () => {
  const [folder, bank] = await Promise.all([newFolder(), standAloneBank()])
  onTestFinished(() => removeFolder(folder))
  onTestFinished(() => bank.end())
  const { workstation } = await startWorkstation(folder, bank.controlUrl)
  onTestFinished(() => workstation.close())
  await bank.control.sendAlerts({ kind: 'ach', count: 3 })
  await vi.waitFor(
    async () => {
      const listed = await workstation.handlers.inbox.list(everything, callerOf('theo'))
      const items = listed.ok ? listed.value.items : []
      expect(items.reduce((sum, { things }) => sum + things, 0)).toBe(3)
    },
    { timeout: 30_000, interval: 200 },
  )
})
