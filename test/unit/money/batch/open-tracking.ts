/**
 * Entry tracking on a real store and the real client with a real practice bank, whose clock runs
 * fast. Batches are really originated; the states of entries in the answer are stored as the sender
 * stores them.
 */
import { moneyKinds } from '../../../../main/money/money.ts'
import { onTestFinished } from 'vitest'
import { createBatchDraftStore } from '../../../../main/money/batch/drafts/batch-draft-store.ts'
import { createEntryTracking } from '../../../../main/money/batch/tracking/entry-tracking.ts'
import { createCorrections } from '../../../../main/money/batch/entries/corrections.ts'
import { entryEvidence } from '../../../../main/money/batch/entries/entry-evidence.ts'
import type { BatchContext, EntryRow } from '../../../../main/money/batch/types.ts'
import { findEntry, typedEntriesOf } from '../../../../main/money/batch/batch-records.ts'
import { createBatchReading } from '../../../../main/money/batch/batch-reading.ts'
import { originationBody } from '../../../../main/bank/apis/ach-origination-wire.ts'
import { Background } from '../../../../main/platform/in-flight.ts'
import { createPayees } from '../../../../main/money/payees/payees.service.ts'
import { practiceProfile } from '../../../../main/session/practice/practice-client.ts'
import {
  defaultAchSettings,
  type BatchForm,
} from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { readBatch } from '../../../../preload/contract/domain/batches/read-batch.ts'
import { practicePolicy } from '../../../../preload/contract/domain/operators/policy.ts'
import type { Environment } from '../../../../preload/contract/domain/environment.ts'
import { ok } from '../../../../preload/contract/kernel/result.ts'
import type { Scenario } from '../../../../preload/contract/api/practice/practice-scenarios.ts'
import { openPracticeApis } from '../../../conformance/support/practice-apis.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'
import { deliveryOf, achAlert } from '../../alerts/alert-samples.ts'
import { intakeOf } from '../../alerts/intakes.ts'
import { quiet } from '../order/support/own-time.ts'
import { entry as typedEntry, must, payroll } from './open-batches.ts'
import { waitsBy } from '../../support/wait-times.ts'

export const mara = { operator: { id: 'mara', name: 'Mara', roles: ['maker' as const] } }
export const theo = { operator: { id: 'theo', name: 'Theo', roles: ['checker' as const] } }
export const nora = { operator: { id: 'nora', name: 'Nora', roles: ['checker' as const] } }
const roles: Readonly<Record<string, readonly ('maker' | 'checker')[]>> = {
  mara: ['maker'],
  theo: ['checker'],
  nora: ['checker'],
}

/** An entry to a bank that the network knows. */
export const entry = (part: Partial<TypedEntry> = {}): TypedEntry =>
  typedEntry({ routingNumber: '041000124', ...part })

/** The addenda status of a bank that does not support it. */
const silent = {
  addendaStatus: () =>
    Promise.resolve({
      answer: { kind: 'no-answer' as const, reason: 'timed-out' as const },
      callId: null,
      raw: null,
      isBase64: false,
    }),
}

/** Opens all of it. */
export async function openTracking(
  details: { readonly settlement?: 'consolidated' } = {},
  environment: Environment = 'practice',
) {
  const bank = await openPracticeApis()
  onTestFinished(() => bank[Symbol.asyncDispose]())
  const store = await open(newStorePath())
  const emitted: (readonly [string, unknown])[] = []
  const problems: unknown[] = []
  const timers: { readonly afterMs: number; readonly run: () => void }[] = []
  let id = 0
  let monotonicMs = 0
  const way = { api: true, addenda: true, mostEntries: 10_000 }
  const report = (where: string, problem: unknown) => problems.push([where, String(problem)])
  const base = {
    store,
    profileId: 'practice',
    environment,
    clock: { now: () => bank.clock.now(), monotonicMs: () => (monotonicMs += 1) },
    waits: waitsBy(bank.clock),
    newId: () => `id-${String((id += 1))}`,
    operatorName: (operator: string) => operator,
    operatorOf: (operator: string) => ({
      id: operator,
      name: operator,
      roles: roles[operator] ?? [],
      disabled: false,
      setBy: null,
    }),
    operators: () => [],
    profile: () => ({
      ...practiceProfile,
      details: { ...practiceProfile.details, ...details },
    }),
    settings: { current: () => ({ scoreThreshold: 81 }) },
    emitEvent: (noun: string, name: string, payload: unknown) =>
      emitted.push([`${noun}.${name}`, payload]),
    report,
    background: new Background(report),
    callBlockFor: () => undefined,
    policy: {
      current: () => ({ policy: practicePolicy }),
      ofVersion: () => Promise.resolve(undefined),
    },
    kinds: moneyKinds,
    ach: { current: () => ({ settings: { ...defaultAchSettings, mostEntries: way.mostEntries } }) },
  } as unknown as BatchContext
  const payees = createPayees(base)
  const context: BatchContext = { ...base, payees }
  const tracking = createEntryTracking(context, {
    api: () =>
      way.api
        ? ok({ inquiry: bank.inquiry, origination: way.addenda ? bank.origination : silent })
        : { ok: false, error: { code: 'bank-not-running' } },
    startTimer: (afterMs, run) => {
      const timer = { afterMs, run }
      timers.push(timer)
      return () => timers.splice(timers.indexOf(timer), 1)
    },
  })
  onTestFinished(() => tracking.rest())
  const drafts = createBatchDraftStore(context)
  const session = { bank, store, context, tracking, drafts, payees, emitted, problems, timers, way }
  return {
    ...session,
    reading: createBatchReading(context).handlers,
    corrections: correctionsOf(context, drafts),
    ...doings(session),
  }
}

type Shown<Input> = Omit<Input, 'evidence'> & { readonly evidence?: string }

/** The handlers, which the window calls with the entry as it shows it: as it is, unless given. */
function correctionsOf(context: BatchContext, drafts: Deps['drafts']) {
  const { handlers } = createCorrections(context, drafts)
  const shown = async <Input extends { id: string; entryId: string; evidence?: string }>(
    input: Input,
  ) => {
    const row = await findEntry(context.store.read, input.id, input.entryId)
    return { evidence: row ? await entryEvidence(context.store.read, row) : '', ...input }
  }
  type Of<Name extends keyof typeof handlers> = Parameters<(typeof handlers)[Name]>
  return {
    ...handlers,
    proposeCorrection: async (input: Shown<Of<'proposeCorrection'>[0]>, by: typeof mara) =>
      handlers.proposeCorrection(await shown(input), by),
    acknowledgeException: async (input: Shown<Of<'acknowledgeException'>[0]>, by: typeof mara) =>
      handlers.acknowledgeException(await shown(input), by),
    recordReturnReply: async (input: Shown<Of<'recordReturnReply'>[0]>, by: { operator: object }) =>
      handlers.recordReturnReply(await shown(input), by as never),
    confirmReturnReply: async (
      input: Shown<Of<'confirmReturnReply'>[0]>,
      by: { operator: object },
    ) => handlers.confirmReturnReply(await shown(input), by as never),
  }
}

type Deps = {
  readonly bank: Awaited<ReturnType<typeof openPracticeApis>>
  readonly store: Awaited<ReturnType<typeof open>>
  readonly context: BatchContext
  readonly tracking: ReturnType<typeof createEntryTracking>
  readonly drafts: ReturnType<typeof createBatchDraftStore>
  readonly emitted: (readonly [string, unknown])[]
}

/** The steps of a test. */
function doings({ bank, store, tracking, drafts, emitted }: Deps) {
  const act = (subject: string) => ({ actor: 'test', kind: 'test.set', subject, detail: {} })
  const intake = intakeOf(store, 1, () => bank.clock.now())
  let alerts = 0

  /** Stores the content of the answer, as the sender does. */
  async function saveAnswer(
    id: string,
    details: readonly {
      readonly uuid: string | null
      readonly status: string | null
      readonly traceNumber: string | null
    }[],
    withTraces: boolean,
  ): Promise<void> {
    await store.record(act(id), async (tx) => {
      for (const { uuid, status, traceNumber } of details) {
        const verdict = status === 'accepted' ? ('accepted' as const) : ('rejected' as const)
        await tx
          .updateTable('batch_entries')
          .set(withTraces ? { verdict, trace_number: traceNumber } : { verdict: 'unclear' })
          .where('id', '=', uuid ?? '')
          .execute()
      }
      await tx
        .updateTable('orders')
        .set({ state: 'accepted', released_at: bank.clock.now().toISOString() })
        .where('id', '=', id)
        .execute()
    })
  }

  /** Forces a state, in the order that the store’s own rules allow. */
  async function toSending(id: string): Promise<void> {
    for (const state of ['awaiting-approval', 'approved', 'queued', 'sending'] as const) {
      await store.record(act(id), async (tx) => {
        await tx.updateTable('orders').set({ state }).where('id', '=', id).execute()
      })
    }
  }

  return {
    /**
     * A batch that the practice bank has; with `traces` false it was found again, and its numbers
     * are unknown.
     */
    async accepted(
      entries: readonly TypedEntry[] = [entry()],
      {
        form = {},
        scenario,
        traces = true,
      }: {
        readonly form?: Partial<BatchForm>
        readonly scenario?: Scenario
        readonly traces?: boolean
      } = {},
    ): Promise<string> {
      if (scenario) await bank.control.setScenario({ scenario, times: 1 })
      const head = { ...payroll, effectiveDate: bank.daysLater(1), ...form }
      const id = await drafts.create(head, entries, 'mara')
      const { reference } = await store.read
        .selectFrom('orders')
        .select('reference')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const typed = await typedEntriesOf(store.read, id)
      const { mostEntries: _, ...terms } = defaultAchSettings
      const { batch, problems } = readBatch(head, typed, terms, reference, null)
      if (!batch) throw new Error(JSON.stringify(problems))
      await toSending(id)
      const body = originationBody(batch, terms)
      const { answer } = await bank.origination.originate(head.secCode, body, 'mara')
      if (!('reading' in answer) || !answer.reading) throw new Error('no answer')
      await saveAnswer(id, answer.reading.details, traces)
      return id
    },
    /** The entries as stored. */
    entries: (id: string): Promise<EntryRow[]> =>
      store.read
        .selectFrom('batch_entries')
        .selectAll()
        .where('order_id', '=', id)
        .orderBy('position')
        .execute(),
    events: (entryId: string) =>
      store.read
        .selectFrom('batch_entry_status_events')
        .select(['source', 'text', 'detail'])
        .where('entry_id', '=', entryId)
        .orderBy('seq')
        .execute(),
    async request(id: string): Promise<void> {
      must(await tracking.handlers.poll({ id }, mara))
    },
    /** Delivers an alert about an entry as the bank writes it. */
    async alert(body: Readonly<Record<string, unknown>>): Promise<void> {
      await intake.take(
        deliveryOf(
          achAlert(
            { eapAlertGUID: `G-${String((alerts += 1))}` },
            {
              transactionAmount: 1250,
              collectionDate: null,
              receivingAccountNumber: null,
              originatingAccountNumber: null,
              ...body,
            },
          ),
        ),
      )
      await intake.settled()
      emitted.length = 0
      await tracking.alertsRead(intake.changes.at(-1) ?? 0)
      await quiet(store)
    },
    change: (id: string, set: Partial<EntryRow>) =>
      store.record(act(id), async (tx) => {
        await tx.updateTable('batch_entries').set(set).where('id', '=', id).execute()
      }),
    calls: () => bank.records.map(({ purpose }) => purpose),
    acts: async (kind: string) =>
      (await auditEntries(store)).filter((one) => one.kind === kind).map((one) => one.subject),
  }
}
