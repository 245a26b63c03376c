/**
 * The whole path: the practice bank sends, the workstation's listener accepts, the store has each
 * alert once.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alertScenarios } from '../../../../main/practice/scenario.ts'
import {
  newFolder,
  openPracticeStore,
  removeFolder,
  standAloneBank,
  type StandAloneBank,
  startWorkstation,
} from '../../support/workstation.ts'

let folder: string
let bank: StandAloneBank
beforeEach(async () => {
  ;[folder, bank] = await Promise.all([newFolder(), standAloneBank()])
})
afterEach(async () => {
  await bank.end()
  await removeFolder(folder)
})

const settled = (): Promise<void> =>
  vi.waitFor(
    async () => {
      expect(await bank.control.sender()).toMatchObject({ waiting: 0, nextAttemptAt: null })
    },
    { timeout: 120_000, interval: 100 },
  )

describe('alerts of the practice bank', () => {
  it('come in under every scenario, each stored once, and no answer breaks a rule', async () => {
    const { workstation } = await startWorkstation(folder, bank.controlUrl)
    // Lost and unreadable alerts are distinguished below. Alerts late by half a minute of this
    // computer's clock are tested in alert-sender.spec.ts, with a test clock.
    const scenarios = alertScenarios.filter(
      (one) =>
        one !== 'alerts-wrong-password' && one !== 'alerts-not-json' && one !== 'alerts-late',
    )
    for (const scenario of scenarios) {
      await bank.control.setScenario({ scenario, times: 1 })
      await bank.control.sendAlerts({
        kind: scenario === 'alerts-old-codes' ? 'ach' : 'incoming-wire',
        count: 4,
      })
      await settled()
    }
    expect(await bank.control.breaches()).toEqual([])
    const { givenUp } = await bank.control.sender()
    expect(givenUp).toBe(0)
    await workstation.close()

    const store = await openPracticeStore(folder)
    const alerts = await store.read.selectFrom('alerts').selectAll().execute()
    const unread = await store.read
      .selectFrom('alert_deliveries')
      .select('id')
      .where('reader', 'is', null)
      .execute()
    await store.close()
    expect(unread).toEqual([])
    const reported100 = 150 - 4
    // Four per scenario, those that fill the large call, and the contradicting one.
    expect(alerts).toHaveLength(scenarios.length * 4 + reported100 + 1)
    const distinct = alerts.map(
      (one) =>
        `${one.transaction_id ?? ''} ${one.reference ?? ''} ${one.amount ?? ''} ${one.guid ?? ''}`,
    )
    expect(new Set(distinct).size).toBe(alerts.length)
    expect(alerts.filter(({ conflict }) => conflict === 1)).toHaveLength(2)
    expect(alerts.filter((one) => one.old_code === 1)).toHaveLength(4)
    expect(alerts.filter((one) => one.incomplete === 1)).toHaveLength(4)
  })

  it('are lost for good after a wrong password, and held when they break off', async () => {
    const { workstation } = await startWorkstation(folder, bank.controlUrl)
    for (const scenario of ['alerts-wrong-password', 'alerts-not-json'] as const) {
      await bank.control.setScenario({ scenario, times: 1 })
      await bank.control.sendAlerts({ kind: 'ach', count: 2 })
      await settled()
    }
    await workstation.close()
    const store = await openPracticeStore(folder)
    const quarantined = await store.read
      .selectFrom('alert_deliveries')
      .select('quarantine_reason')
      .execute()
    const alerts = await store.read.selectFrom('alerts').select('id').execute()
    await store.close()
    expect(quarantined).toEqual([{ quarantine_reason: 'not-json' }])
    expect(alerts).toEqual([])
  })
})
