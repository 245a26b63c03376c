/** A bank that holds a list, and a walk over it, without a wire. */
import type { BankAnswer } from '../../../../preload/contract/bank/answers/bank-answer.ts'
import type { PageFacts } from '../../../../main/bank/answers/page-facts.ts'
import type { PagingStyle } from '../../../../preload/contract/bank/endpoints.ts'
import {
  pages,
  type Page,
  type PagingEnd,
  type PagingPlan,
  type Position,
} from '../../../../main/bank/apis/paging.ts'

/** One page as a test writes it: rows by their names, and what the bank says beside them. */
export interface ListReading {
  readonly rows: readonly string[]
  readonly total?: number | null | undefined
  readonly last?: boolean | null | undefined
  readonly nextStart?: string | null | undefined
  readonly perPage?: number | null | undefined
  readonly retrieved?: number | null | undefined
}

const trace = {
  status: 200,
  transactionId: null,
  namesPayment: false,
  correlationId: null,
  transactionTime: null,
}

/** A page that came. */
export const answered = (reading: ListReading): BankAnswer<ListReading> => ({
  kind: 'answered',
  reading,
  warnings: [],
  beside: [],
  trace,
})

/** A 400 that says that nothing matches. */
export const nothingFound: BankAnswer<ListReading> = {
  kind: 'nothing-found',
  reading: null,
  messages: [],
  beside: [],
  trace: { ...trace, status: 400 },
}

/** A 400 with a code, or without one. */
export const refusedWith = (code: string | null): BankAnswer<ListReading> => ({
  kind: 'refused',
  problem: 'request-invalid',
  messages: code === null ? [] : [{ code, text: null }],
  connectError: null,
  unreadable: null,
  reading: null,
  beside: [],
  trace: { ...trace, status: 400 },
})

/** What a page says, with every row told from the others. */
export const factsWithIdentities = (reading: ListReading): PageFacts => ({
  rows: reading.rows.length,
  total: reading.total ?? null,
  last: reading.last ?? null,
  nextStart: reading.nextStart ?? null,
  perPage: reading.perPage ?? null,
  retrieved: reading.retrieved ?? null,
  identities: reading.rows,
})

/** What a page says where rows cannot be told apart. */
export const factsWithout = (reading: ListReading): PageFacts => {
  const { identities: _, ...facts } = factsWithIdentities(reading)
  return facts
}

/** So many rows, each with a name of its own. */
export const rowsOf = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, index) => `row ${String(from + index)}`)

/** What came of a walk. */
export interface Walked {
  readonly pages: readonly Page<ListReading>[]
  readonly rows: readonly string[]
  readonly end: PagingEnd<ListReading>
  readonly asked: readonly Position[]
}

type Bank = (position: Position, call: number) => BankAnswer<ListReading>
interface How extends Partial<Omit<PagingPlan<ListReading>, 'style' | 'ask'>> {
  readonly onPage?: (page: Page<ListReading>) => void
}

/** Walks a list to its end. */
export async function walk(style: PagingStyle, bank: Bank, how: How = {}): Promise<Walked> {
  const asked: Position[] = []
  const walking = pages<ListReading, PagingStyle>({
    pageSize: 1_000,
    facts: factsWithIdentities,
    clock: { monotonicMs: () => 0 },
    ...how,
    style,
    ask: (position) => {
      asked.push(position)
      const answer = bank(position, asked.length)
      return Promise.resolve({ answer, callId: 'c', raw: null, isBase64: false })
    },
  })
  const seen: Page<ListReading>[] = []
  for (;;) {
    const step = await walking.next()
    if (step.done) {
      const rows = seen.flatMap(({ answer }) => answer.reading?.rows ?? [])
      return { pages: seen, rows, end: step.value, asked }
    }
    seen.push(step.value)
    how.onPage?.(step.value)
  }
}

/** How an honest bank is made. */
export interface Honesty {
  readonly rows: readonly string[]
  readonly saysTotal: boolean
  readonly saysLast: boolean
  /** It gives at most so many at once, whatever is asked; its pages by number are then of that size. */
  readonly most?: number
  /** How it answers beyond its last row. */
  readonly beyond: 'empty' | 'nothing-found'
}

const placeOf = (position: Position, most: number): { start: number; size: number } => {
  switch (position.style) {
    case 'row': {
      const start = position.startRowIndex - 1
      return { start, size: (position.endRowIndex ?? start + 1_000) - start }
    }
    case 'offset':
      return { start: position.offset, size: position.limit ?? 1_000 }
    case 'page': {
      const size = Math.min(position.pageSize ?? 1_000, most)
      return { start: (position.pageNumber - 1) * size, size }
    }
    case 'addenda-sequence':
      return {
        start: Number(position.startAddendaSequenceNumber ?? '1') - 1,
        size: position.pageSize ?? 1_000,
      }
  }
}

/** A bank that pages a list that stands still as its document says. */
export const honestBank =
  ({ rows: all, saysTotal, saysLast, most = Infinity, beyond }: Honesty): Bank =>
  (position) => {
    const { start, size } = placeOf(position, most)
    const rows = all.slice(start, start + Math.min(size, most))
    if (rows.length === 0 && beyond === 'nothing-found') return nothingFound
    const end = start + rows.length
    return answered({
      rows,
      total: saysTotal ? all.length : null,
      last: saysLast ? end >= all.length : null,
      nextStart: String(end + 1),
      perPage: position.style === 'page' ? size : null,
    })
  }
