/**
 * The RTP participants: downloaded page by page, searched locally. A new list replaces the old one
 * only when complete; a list that changed during the download matches no single moment (bank note
 * 75).
 */
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type {
  Participant,
  participantsRequest,
  ParticipantsState,
} from '../../../preload/contract/api/payment-inquiry/inquiry.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'
import type { PaymentsApi } from '../../bank/apis/payments.ts'
import { listParticipants } from '../../bank/apis/list-pages.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { recognizedColumns, type RecognizedColumns } from './participant-columns.ts'
import {
  addRows,
  beginSet,
  completeSet,
  currentSet,
  dropSet,
  pageOfSet,
  unfinishedSets,
} from './participant-records.ts'
import { programEnded, stoppedBy, whyIncomplete } from './participant-text.ts'

export interface Participants {
  state(): Promise<ParticipantsState>
  list(
    request: z.infer<typeof participantsRequest>,
  ): Promise<{ items: Participant[]; next: string | null; total: number }>
  /**
   * Starts a download and returns at once; events report its progress. While a download runs, a
   * second call joins it.
   */
  download(
    actor: string,
  ): Promise<Result<ParticipantsState, Failure<'rate-paused'> | Failure<'bank-not-running'>>>
  /** Stops the running download. Resolves when everything of it is removed. */
  stop(actor: string): Promise<ParticipantsState>
}

type Download = ParticipantsState['download']
type Api = Pick<PaymentsApi, 'participants'>

interface Running {
  readonly stopping: AbortController
  /** Who stopped it; null if nobody did. */
  stoppedBy: string | null
  ended: Promise<void>
}

/** The rows of all pages in one order of columns. */
class Gathered {
  readonly columns: string[] = []
  rows = 0
  recognized: RecognizedColumns = { name: null, routing: null }

  /** Returns the page's rows in this order; new columns are added at the end. */
  add(table: InferredTable): (string | null)[][] {
    for (const name of table.columns) if (!this.columns.includes(name)) this.columns.push(name)
    const place = this.columns.map((name) => table.columns.indexOf(name))
    const rows = table.rows.map((row) => place.map((at) => (at < 0 ? null : (row[at] ?? null))))
    // All rows are searched by the same columns, so the first page with rows decides.
    if (this.rows === 0) this.recognized = recognizedColumns(this.columns, rows)
    this.rows += rows.length
    return rows
  }

  places() {
    const at = (name: string | null) => (name === null ? null : this.columns.indexOf(name))
    return { name: at(this.recognized.name), routing: at(this.recognized.routing) }
  }
}

/**
 * Wraps the bank API so that later pages must hold the same list as the first. A page without that
 * list says nothing about missing rows and is no end; only the list itself, empty, ends it (bank
 * note 75).
 */
function withSameList(bank: Api): Api {
  let place: string | null = null
  return {
    async participants(request, callOptions) {
      const result = await bank.participants(request, callOptions)
      const { answer } = result
      if (answer.kind !== 'answered') return result
      if (request.offset === 0) place = answer.reading.path
      if (request.offset === 0 || (place !== null && answer.reading.path === place)) return result
      const { beside, trace } = answer
      return { ...result, answer: { kind: 'not-understood', why: 'not-listed', beside, trace } }
    },
  }
}

/** `api` is the bank's API, or undefined while there is none; `pageSize` is the rows per call. */
export function createParticipants(
  context: Pick<
    SessionContext,
    'store' | 'clock' | 'newId' | 'operatorName' | 'emitEvent' | 'report'
  > & { readonly pausedUntil: () => Date | null },
  api: () => Api | undefined,
  pageSize = 1_000,
): Participants {
  const { store, clock, newId, operatorName } = context
  let download: Download = { kind: 'idle' }
  let running: Running | undefined

  async function state(): Promise<ParticipantsState> {
    const set = await currentSet(store)
    return {
      downloadedAt: set?.at ?? null,
      operator: set ? operatorName(set.actor) : null,
      rows: set?.row_count ?? 0,
      columns: set ? (JSON.parse(set.columns) as string[]) : [],
      nameColumn: set?.name_column ?? null,
      routingColumn: set?.routing_column ?? null,
      download: download.kind === 'idle' ? await leftBehind() : download,
    }
  }

  /** Reports a set that an ended program left unfinished, until the next download removes it. */
  async function leftBehind(): Promise<Download> {
    const [set] = await unfinishedSets(store)
    return set
      ? { kind: 'broken-off', at: set.at, sentence: programEnded, rows: set.row_count }
      : { kind: 'idle' }
  }

  async function setDownload(next: Download): Promise<void> {
    download = next
    context.emitEvent('paymentInquiry', 'participantsChanged', await state())
  }

  const brokenOff = (sentence: string, rows: number): Promise<void> =>
    setDownload({ kind: 'broken-off', at: clock.now().toISOString(), sentence, rows })

  /** Reads to the end; returns why the list is incomplete, or null. */
  async function read(
    bank: Api,
    set: { readonly id: string; readonly actor: string },
    gathered: Gathered,
    mine: Running,
  ): Promise<string | null> {
    const { signal } = mine.stopping
    const callOptions = { actor: set.actor, lane: 'bulk' } as const
    const stream = listParticipants(withSameList(bank), { callOptions, clock, signal, pageSize })
    for (;;) {
      const step = await stream.next()
      if (step.done === true) {
        if (mine.stoppedBy !== null) return stoppedBy(operatorName(mine.stoppedBy))
        return whyIncomplete(step.value, gathered.rows)
      }
      const { answer, progress } = step.value
      if (answer.kind !== 'answered') continue
      const from = gathered.rows
      const rows = gathered.add(answer.reading)
      await addRows(store, set, { from, rows, places: gathered.places() })
      await setDownload({ kind: 'reading', rows: gathered.rows, pages: progress.pages })
    }
  }

  async function run(bank: Api, actor: string, mine: Running): Promise<void> {
    const set = { id: newId(), actor }
    const gathered = new Gathered()
    try {
      await beginSet(store, set.id, clock.now().toISOString(), actor)
      const why = await read(bank, set, gathered, mine)
      if (why !== null) {
        await dropSet(store, set, why)
        running = undefined
        await brokenOff(why, gathered.rows)
        return
      }
      await completeSet(store, {
        ...set,
        at: clock.now().toISOString(),
        columns: JSON.stringify(gathered.columns),
        name_column: gathered.recognized.name,
        routing_column: gathered.recognized.routing,
        row_count: gathered.rows,
      })
      running = undefined
      await setDownload({ kind: 'idle' })
    } catch (problem) {
      context.report('paymentInquiry.downloadParticipants', problem)
      running = undefined
      download = {
        kind: 'broken-off',
        at: clock.now().toISOString(),
        sentence: 'The list could not be stored. See the log for the reason.',
        rows: gathered.rows,
      }
    }
  }

  return {
    state,
    async list(request) {
      const set = await currentSet(store)
      return set ? pageOfSet(store, set, request) : { items: [], next: null, total: 0 }
    },
    async download(actor) {
      if (running) return ok(await state())
      const bank = api()
      if (!bank) return err({ code: 'bank-not-running' })
      const until = context.pausedUntil()
      if (until) return err({ code: 'rate-paused', until: until.toISOString() })
      const mine: Running = {
        stopping: new AbortController(),
        stoppedBy: null,
        ended: Promise.resolve(),
      }
      running = mine
      download = { kind: 'reading', rows: 0, pages: 0 }
      mine.ended = run(bank, actor, mine)
      return ok(await state())
    },
    async stop(actor) {
      if (running) {
        running.stoppedBy = actor
        running.stopping.abort()
        await running.ended
      }
      return state()
    },
  }
}
