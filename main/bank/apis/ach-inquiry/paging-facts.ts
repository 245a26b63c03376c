/** How the answers of ACH inquiry state how much of a list they hold (bank notes 44, 46 and 47). */
import type {
  achListAnswer,
  responseHeader,
  statusAnswer,
} from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import { countIn, flagIn, identified, type PageFacts } from '../../answers/page-facts.ts'
import type { Reading } from '../../../../preload/contract/bank/answers/shape.ts'

/** The page facts of ach/list. */
export function pageFacts({ transactions, metadata }: Reading<typeof achListAnswer>): PageFacts {
  const page = metadata?.page
  return {
    rows: transactions.length,
    total: countIn(page?.totalRows),
    last: flagIn(page?.lastPage),
    perPage: countIn(page?.pageSize),
    ...identified(transactions.map(({ parNumber }) => parNumber)),
  }
}

interface Held {
  readonly responseHeader: Reading<typeof responseHeader> | null
}

/** The page facts of returned, collected and posted transactions. */
export const transactionFacts = (
  answer: Held & { readonly transactions: readonly { readonly parNumber: string | null }[] },
): PageFacts =>
  rowFacts(
    answer.responseHeader,
    answer.transactions.map(({ parNumber }) => parNumber),
  )

/**
 * The page facts of the status inquiry, where one transaction may be both collected and returned.
 */
export const statusFacts = (answer: Reading<typeof statusAnswer>): PageFacts =>
  rowFacts(
    answer.responseHeader,
    answer.statuses.map(({ achStatus, collected, posted, returned }) => {
      const { parNumber = null } = collected ?? posted ?? returned ?? {}
      return parNumber === null ? null : `${achStatus ?? ''} ${parNumber}`
    }),
  )

/**
 * Facts by the response header; `identities` has one text per row, null for a row that has none.
 */
function rowFacts(
  header: Held['responseHeader'],
  identities: readonly (string | null)[],
): PageFacts {
  return {
    rows: identities.length,
    total: countIn(header?.totalRows),
    last: null,
    retrieved: countIn(header?.retrievedRows),
    ...identified(identities),
  }
}
