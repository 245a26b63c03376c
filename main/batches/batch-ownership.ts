/** Whose the accounts of entries are: asked at the bank's pace, and known for as long as it is young enough. */
import type { AccountInquiry } from '../../preload/contract/account-validation.ts'
import { err, ok } from '../../preload/contract/result.ts'
import { frequencyOf } from '../bulk/agreed-terms.ts'
import { inSlices } from '../bulk/slices.ts'
import { tellAtMostEvery } from '../connection/tell.ts'
import { findOrder } from '../orders/order-records.ts'
import type { BatchContext, BatchOwnership, BatchRow } from './batch-parts.ts'
import { findBatch, typedEntriesOf } from './batch-records.ts'
import { ownerKey, ownerQuestion } from './owner-question.ts'
import {
  OwnershipAsking,
  type OwnershipAskingParts,
  type OwnershipQuestions,
} from './ownership-asking.ts'
import { ownershipOfEntries, tellingClasses } from './ownership-records.ts'

const tellEveryMs = 250

/** What the entries of a batch come to as questions. */
type Questions = Pick<OwnershipQuestions, 'questions' | 'kept' | 'leftOut'>

/**
 * Makes it. One run at a time is under way, whichever batch it is of. A run lives as long as the desk: leaving the
 * profile stops it, and what was answered by then is kept as validations, so that a person who begins again asks the
 * rest alone.
 */
export function createBatchOwnership(context: BatchContext): BatchOwnership {
  const { store, connection, announce, mayNotAsk } = context
  const runs = new Map<string, OwnershipAsking>()
  const touched = new Set<string>()
  const underWay = (): OwnershipAsking | undefined =>
    [...runs.values()].find((run) => run.isRunning())
  const teller = tellAtMostEvery(
    tellEveryMs,
    () => {
      for (const id of touched) {
        const run = runs.get(id)
        if (run) announce('batches', 'ownershipChanged', run.shown())
      }
      touched.clear()
    },
    () => false,
  )
  let interruptions = 0
  let lastStart: Promise<unknown> = Promise.resolve()

  /** Why nothing can be asked now. */
  const barred = async () => {
    const running = underWay()
    if (running) return err({ code: 'run-under-way', name: await nameOf(running.id) } as const)
    const refused = mayNotAsk('account-validation')
    if (refused) return refused
    if (!connection.accountValidation()) return err({ code: 'bank-not-running' } as const)
    const until = connection.pausedUntil()
    return until ? err({ code: 'rate-paused', until: until.toISOString() } as const) : undefined
  }
  const nameOf = async (id: string): Promise<string> =>
    (await findOrder(store.read, id))?.beneficiary ?? ''

  const start: BatchOwnership['verbs']['checkOwnership'] = async (input, { operator }) => {
    const before = interruptions
    const batch = await findBatch(store.read, input.id)
    if (!batch) return err({ code: 'not-found' })
    const refused = await barred()
    if (refused) return refused
    const found = await questionsOf(context, batch, input)
    if (found.questions.length === 0 && found.kept === 0) return err({ code: 'nothing-to-send' })
    const parts = askingParts(context, () => {
      touched.add(input.id)
      teller.tell()
    })
    const run = new OwnershipAsking(parts, { id: input.id, actor: operator.id, ...found })
    runs.set(input.id, run)
    // The profile was left while the entries were read: what began before asks nothing afterwards.
    if (interruptions === before) run.begin()
    else run.stop(left)
    return ok(run.shown())
  }

  return {
    verbs: {
      checkOwnership(input, caller) {
        const started = lastStart.then(() => start(input, caller))
        lastStart = started.catch(() => undefined)
        return started
      },
      stopOwnership({ id }) {
        const run = runs.get(id)
        if (!run) return err({ code: 'not-found' })
        run.stop('Stopped by an operator.')
        return ok(run.shown())
      },
      getOwnershipRun: ({ id }) => ok(runs.get(id)?.shown() ?? null),
      listOwnership: async ({ id }) => ok(await ownershipOfEntries(context, id)),
    },
    async interrupt() {
      interruptions += 1
      for (const run of runs.values()) run.stop(left)
      await lastStart
      await Promise.all([...runs.values()].map((run) => run.settled()))
    },
  }
}

const left = 'The profile was left.'

/** The accounts to be asked, each once, and how many entries need none. */
async function questionsOf(
  context: BatchContext,
  batch: BatchRow,
  wanted: { readonly entryIds: readonly string[] | null; readonly maxAgeHours: number },
): Promise<Questions> {
  const { store, clock } = context
  const isWanted = new Set(wanted.entryIds)
  const entries = (await typedEntriesOf(store.read, batch.order_id)).filter(
    ({ id }) => wanted.entryIds === null || isWanted.has(id),
  )
  const known = await ownershipOfEntries(context, batch.order_id)
  const young = new Set(
    known
      .filter(
        (one) => one.ageHours <= wanted.maxAgeHours && tellingClasses.includes(one.resultClass),
      )
      .map(({ entryId }) => entryId),
  )
  const questions = new Map<string, AccountInquiry>()
  let leftOut = 0
  const read = (entry: (typeof entries)[number]): void => {
    if (young.has(entry.id)) return
    const question = ownerQuestion(entry, batch.sec_code)
    if (question) questions.set(ownerKey(question), question)
    else leftOut += 1
  }
  await inSlices(entries, read, () => clock.monotonicMs())
  return {
    questions: [...questions.values()],
    kept: entries.filter(({ id }) => young.has(id)).length,
    leftOut: leftOut === 0 ? null : leftOutWords(leftOut, batch),
  }
}

const leftOutWords = (count: number, { sec_code: secCode }: BatchRow): string => {
  const entries = `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`
  const name = secCode === 'PPD' ? 'a first and a last name' : 'a name'
  return `${entries} could not be asked about: ${name}, a routing number and an account of letters and digits are needed.`
}

function askingParts(context: BatchContext, changed: () => void): OwnershipAskingParts {
  const { store, clock, newId, connection, profile, report } = context
  return {
    ...{ store, clock, newId, report, changed, frequency: frequencyOf(store, clock) },
    terms: () =>
      profile().details?.products.find(({ product }) => product === 'account-validation') ?? null,
    api: () => connection.accountValidation(),
    callsPerSecond: () => connection.open()?.access.callsPerSecond ?? 1,
    pausedUntil: () => connection.pausedUntil(),
  }
}
