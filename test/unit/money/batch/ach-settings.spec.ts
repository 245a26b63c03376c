/**
 * Bank note 81: no document shows in which unit the bank counts an amount. Production waits until
 * pre-production has confirmed it.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished, beforeEach, describe, expect, it } from 'vitest'
import { openAchSettings } from '../../../../main/money/batch/ach-settings.ts'
import { confirmUnit, whyUnitNotShown } from '../../../../main/money/batch/unit-confirmation.ts'
import type { BatchContext } from '../../../../main/money/batch/types.ts'
import {
  createProfileRegistry,
  type ProfileRegistry,
} from '../../../../main/profile/profile-registry.ts'
import { unitConfirmationsOf } from '../../../../main/profile/unit-confirmations.ts'
import {
  defaultAchSettings,
  emptyBatchForm,
  type AmountUnit,
} from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { Environment } from '../../../../preload/contract/domain/environment.ts'
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'
import { newFolder, removeFolder } from '../../support/workstation.ts'
import { entry, storeBatch, uuid } from './support/unknown-outcome.ts'

let folder: string
let profileRegistry: ProfileRegistry
beforeEach(async () => {
  folder = await newFolder()
  onTestFinished(() => removeFolder(folder))
  profileRegistry = createProfileRegistry(folder)
})

const ids = { 'pre-production': 'aaaaaaaaaaa1', production: 'bbbbbbbbbbb2', practice: 'practice' }
let minute = 0

/** A profile in use, with its entry in the registry of this workstation. */
async function profileOf(environment: Environment, amountUnit: AmountUnit, id = ids[environment]) {
  if (environment !== 'practice') {
    const card = {
      id,
      name: `Ridgeway ${id}`,
      environment,
      retiredAt: null,
      listens: false,
      bankAddress: null,
    }
    await profileRegistry.makeRoom(id)
    await profileRegistry.put({ ...card, createdAt: '2026-11-21T09:00:00.000Z' })
  }
  const store = await open(newStorePath())
  const clock = { now: () => new Date(Date.UTC(2026, 10, 23, 14, (minute += 1))) }
  const base = { store, clock, environment, operatorName: (of: string) => `Name of ${of}` }
  const units = environment === 'practice' ? undefined : unitConfirmationsOf(profileRegistry, id)
  const ach = await openAchSettings(base as unknown as BatchContext, units)
  if (amountUnit !== 'dollars') await ach.change({ ...defaultAchSettings, amountUnit }, 'ada', 0)
  const context = { ...base, ach } as unknown as BatchContext
  return {
    store,
    ach,
    /** A batch whose entry has this amount in an inquiry. */
    async batch(shown: string | null, state: OrderState = 'accepted', amount = '125.00') {
      await storeBatch(store, emptyBatchForm, [entry(1, amount)], '{}', state)
      const act = { actor: 'system', kind: 'test.set', subject: 'o1', detail: {} }
      await store.record(act, (tx) =>
        tx.updateTable('batch_entries').set({ shown_amount: shown }).execute(),
      )
    },
    /** The stored event for an amount that differs from the sent one. */
    async differs(source: 'inquiry' | 'alert' = 'inquiry') {
      const act = { actor: 'system', kind: 'test.set', subject: 'o1', detail: {} }
      const event = { entry_id: uuid(1), seq: 1, at: clock.now().toISOString(), source }
      const detail = 'COLLECTED: 12500.00 where 125.00 was sent'
      await store.record(act, (tx) =>
        tx
          .insertInto('batch_entry_status_events')
          .values({ ...event, text: 'transactionAmount', detail })
          .execute(),
      )
    },
    again: async () => (await openAchSettings(base as unknown as BatchContext, units)).current(),
    confirm: (part: { id?: string; entryId?: string } = {}) =>
      confirmUnit(context, { id: 'o1', entryId: uuid(1), ...part }, 'ada'),
    shown: () => ({ ...ach.current() }),
  }
}

describe('bank note 81: production', () => {
  it('is locked until a pre-production profile has seen the amount of an entry, and then knows where', async () => {
    const production = await profileOf('production', 'dollars')
    expect(production.shown()).toMatchObject({ isLocked: true, confirmation: null })
    const trial = await profileOf('pre-production', 'dollars')
    await trial.batch('125.00')
    expect(await trial.confirm()).toMatchObject({
      ok: true,
      value: {
        isLocked: false,
        confirmation: {
          unit: 'dollars',
          sent: 12_500,
          shown: '125.00',
          entry: { id: uuid(1), number: 1 },
        },
      },
    })
    expect(production.shown()).toMatchObject({
      isLocked: false,
      confirmation: { by: 'Name of ada', profile: 'Ridgeway aaaaaaaaaaa1' },
    })
    const acts = await auditEntries(trial.store)
    expect(acts.at(-1)).toMatchObject({ kind: 'ach.unit-confirmed', actor: 'ada' })
    expect(acts.at(-1)?.detail).toContain('"entry":1')
    // A registry card is not encrypted, so it contains no name and no account.
    expect(JSON.stringify(profileRegistry.cards())).not.toMatch(/Receiver|55501/)
  })

  it('is not unlocked by a confirmation of another unit', async () => {
    const trial = await profileOf('pre-production', 'cents')
    await trial.batch('125.00')
    expect(await trial.confirm()).toMatchObject({ ok: false })
    await trial.ach.change(defaultAchSettings, 'ada', 1)
    expect(await trial.confirm()).toMatchObject({ ok: true })
    const production = await profileOf('production', 'cents')
    expect(production.shown()).toMatchObject({ isLocked: true, confirmation: null })
  })

  it('is locked again when its unit is changed, and open when it is changed back', async () => {
    const trial = await profileOf('pre-production', 'dollars')
    await trial.batch('125.00')
    await trial.confirm()
    const production = await profileOf('production', 'dollars')
    expect(production.shown().isLocked).toBe(false)
    const cents = { ...defaultAchSettings, amountUnit: 'cents' } as const
    const changed = await production.ach.change(cents, 'ada', 0)
    expect(changed).toMatchObject({ value: { isLocked: true, confirmation: null, version: 1 } })
    const back = await production.ach.change(defaultAchSettings, 'ada', 1)
    expect(back).toMatchObject({ value: { isLocked: false, version: 2 } })
    // Any other setting may be changed without a new confirmation.
    const moved = { ...defaultAchSettings, mostEntries: 500 }
    expect(await production.ach.change(moved, 'ada', 2)).toMatchObject({
      value: { isLocked: false },
    })
    expect(await production.ach.change(cents, 'ada', 2)).toEqual({
      ok: false,
      error: { code: 'changed-meanwhile' },
    })
    expect(production.shown()).toMatchObject({ settings: moved, version: 3 })
  })

  it('is unlocked by no production profile, and confirms nothing itself', async () => {
    const production = await profileOf('production', 'dollars')
    await production.batch('125.00')
    expect(await production.confirm()).toEqual({
      ok: false,
      error: { code: 'unit-not-confirmed', unit: 'dollars', why: 'never' },
    })
    const seen = { unit: 'dollars', at: '2026-11-23T14:00:00.000Z', by: 'x', profile: 'x' } as const
    await profileRegistry.change(ids.production, {
      unitConfirmation: { ...seen, batchUuid: uuid(9), sent: 1, shown: '0.01' },
    })
    expect(production.shown().isLocked).toBe(true)
  })

  it('is locked again once its bank shows another amount than was sent, until it is confirmed again', async () => {
    const trial = await profileOf('pre-production', 'dollars')
    await trial.batch('125.00')
    await trial.confirm()
    const production = await profileOf('production', 'dollars')
    await production.batch('12500.00')
    await production.differs()
    await production.ach.refresh()
    const locked = production.shown()
    expect(locked.isLocked).toBe(true)
    expect(locked.amountDifferedAt).toMatch(/^2026-/)
    expect(await production.again()).toEqual(locked)
    await trial.confirm()
    expect(production.shown().isLocked).toBe(false)
    expect(production.shown()).not.toHaveProperty('amountDifferedAt')
  })

  it('is locked by no alert alone, which may be about another item', async () => {
    const trial = await profileOf('pre-production', 'dollars')
    await trial.batch('125.00')
    await trial.confirm()
    const production = await profileOf('production', 'dollars')
    await production.batch(null)
    await production.differs('alert')
    await production.ach.refresh()
    expect(production.shown().isLocked).toBe(false)
  })

  it('stays unlocked after a restart, and locked where the profile file cannot be read', async () => {
    const trial = await profileOf('pre-production', 'dollars')
    await trial.batch('125.00')
    await trial.confirm()
    const again = createProfileRegistry(folder)
    await again.read(() => undefined)
    expect(unitConfirmationsOf(again, ids.production).all()).toMatchObject([{ unit: 'dollars' }])
    const file = join(folder, 'profiles', ids['pre-production'], 'profile.json')
    const text = await readFile(file, 'utf8')
    expect(text).not.toContain('401')
    const { writeFile } = await import('node:fs/promises')
    await writeFile(file, text.replace('"dollars"', '"euros"'))
    const spoiled = createProfileRegistry(folder)
    await spoiled.read(() => undefined)
    expect(spoiled.cards()).toHaveLength(1)
    expect(unitConfirmationsOf(spoiled, ids.production).all()).toEqual([])
  })
})

describe('bank note 81: a confirmation is refused', () => {
  it.each([
    ['while the inquiry has shown nothing of the entry', null, 'nothing-shown'],
    ['where the bank shows a hundred times as much', '12500.00', 'amount-differs'],
    ['where the bank shows a hundredth', '1.25', 'amount-differs'],
    ['where what is shown is no amount', '"n/a"', 'amount-differs'],
  ])('%s', async (_what, shown, why) => {
    const trial = await profileOf('pre-production', 'dollars')
    await trial.batch(shown)
    expect(await trial.confirm()).toEqual({
      ok: false,
      error: { code: 'unit-not-confirmed', unit: 'dollars', why },
    })
    expect(trial.shown().confirmation).toBeNull()
    expect((await auditEntries(trial.store)).map(({ kind }) => kind)).not.toContain(
      'ach.unit-confirmed',
    )
  })

  it('where any event about the entry named another amount, whatever the current one is', async () => {
    const trial = await profileOf('pre-production', 'dollars')
    await trial.batch('125.00')
    await trial.differs('alert')
    expect(await trial.confirm()).toMatchObject({ error: { why: 'amount-differs' } })
  })

  it('of a batch that was not accepted, and of one that was sent in another unit', async () => {
    const unknownOutcome = await profileOf('pre-production', 'dollars')
    await unknownOutcome.batch('125.00', 'outcome-unknown')
    expect(await unknownOutcome.confirm()).toMatchObject({ error: { why: 'nothing-shown' } })
    const other = await profileOf('pre-production', 'cents', 'ccccccccccc3')
    await other.batch('125.00')
    expect(await other.confirm()).toMatchObject({ error: { why: 'another-unit', unit: 'cents' } })
  })

  it('of a missing entry, and in practice', async () => {
    const trial = await profileOf('pre-production', 'dollars')
    await trial.batch('125.00')
    expect(await trial.confirm({ id: 'o2' })).toEqual({ ok: false, error: { code: 'not-found' } })
    expect(await trial.confirm({ entryId: uuid(9) })).toMatchObject({ ok: false })
    const practice = await profileOf('practice', 'dollars')
    await practice.batch('125.00')
    expect(await practice.confirm()).toEqual({ ok: false, error: { code: 'practice-only' } })
    expect(practice.shown().isLocked).toBe(false)
  })

  it.each([
    [12_500, '125', null],
    [12_500, '"125.00"', null],
    [1_000_000_000, '1.0E7', null],
    [0, '0.00', 'nothing-shown'],
    [null, '125.00', 'nothing-shown'],
    [12_500, '-125.00', 'amount-differs'],
    [12_500, '125.001', 'amount-differs'],
  ] as const)('reads %s cents beside %s as the bank may write it', (sent, shown, why) => {
    expect(whyUnitNotShown(sent, shown)).toBe(why)
  })
})
