/**
 * The rules of ACH inquiry's requests, said once for schemas, forms and refusals. Hard rules are the
 * document's own limits, in the reading that refuses least: what breaks only a stricter reading is warned
 * about in `request-warnings.ts`. Rules: `2-validation-and-ach-inquiry.md`, traps 36 and 41-49.
 */
import { z } from '../../kernel/zod.ts'

/** A rule of one field, in the words shown beside it, and where it stands. */
export interface RequestRule {
  readonly label: string
  /** What is wrong with a value that breaks the rule. */
  readonly rule: string
  readonly source: string
  readonly maxLength?: number
}

/** Where the rules of ach/list stand. */
export const listSource =
  'Account Validation and ACH Inquiry Specification, POST /accounts/transactions/v1/ach/list'
/** Where the rules of the earlier endpoints stand. */
export const earlierSource =
  'Account Validation and ACH Inquiry Specification, Earlier ACH inquiry endpoints'
const pagingSource = 'Platform Specification, Pagination controls'

/** The longest account that can be asked for; validation takes 17 (trap 36). */
export const maxAccountLength = 16
/** How far back ach/list reaches. */
export const maxRecallDays = 180
/** How long a range of ach/list may be. */
export const maxRangeDays = 31
/** The most that maximumAmount may be: one billion dollars, in cents. */
export const maxAmountMinor = 100_000_000_000
/** The largest page and the widest span of rows (trap 44). */
export const maxRows = 1_000

/** ach/list, by canonical name. */
export const listRules = {
  accountNumber: {
    label: 'Account',
    rule: 'At most 16 characters: an account of 17 can be validated, but ACH inquiry cannot list it',
    source: listSource,
    maxLength: maxAccountLength,
  },
  dateSearchType: {
    label: 'Search by',
    rule: 'COLLECTED, RETURNED or SETTLED dates; blank means COLLECTED',
    source: listSource,
  },
  fromDate: {
    label: 'From',
    rule: 'A date as YYYY-MM-DD, today or earlier, at most 180 days ago',
    source: listSource,
  },
  toDate: {
    label: 'To',
    rule: 'A date as YYYY-MM-DD, not earlier than From, at most 31 days after it and at most 180 days ago',
    source: listSource,
  },
  minimumAmount: {
    label: 'Lowest amount',
    rule: 'An amount of dollars and cents, at most the highest amount',
    source: listSource,
  },
  maximumAmount: {
    label: 'Highest amount',
    rule: 'An amount of dollars and cents, at most one billion dollars',
    source: listSource,
  },
  traceNumber: {
    label: 'Trace number',
    rule: 'A trace number, or nothing',
    source: listSource,
  },
} as const satisfies Readonly<Record<string, RequestRule>>

/** The page of ach/list. */
export const pageRules = {
  pageNumber: { label: 'Page', rule: 'A whole number of at least 1', source: listSource },
  pageSize: { label: 'Rows per page', rule: 'A whole number from 1 to 1000', source: listSource },
} as const satisfies Readonly<Record<string, RequestRule>>

/** The rows of an earlier endpoint. */
export const rowRules = {
  startRowIndex: { label: 'First row', rule: 'A whole number of at least 1', source: pagingSource },
  endRowIndex: {
    label: 'Last row',
    rule: 'A whole number, not before the first row and at most 1000 rows with it',
    source: earlierSource,
  },
} as const satisfies Readonly<Record<string, RequestRule>>

/** The earlier endpoints, by canonical name. */
export const earlierRules = {
  accountNumbers: {
    label: 'Accounts',
    rule: 'One account or more, each at most 16 characters: ACH inquiry cannot list one of 17',
    source: earlierSource,
    maxLength: maxAccountLength,
  },
  fromDate: {
    label: 'From',
    rule: 'A date as YYYY-MM-DD, not after today',
    source: earlierSource,
  },
  toDate: {
    label: 'To',
    rule: 'A date as YYYY-MM-DD, later than From and at most one year after it',
    source: earlierSource,
  },
  detailsFlag: { label: 'With details', rule: 'Y or N', source: earlierSource },
  addendaFlag: { label: 'With addenda', rule: 'Y or N', source: earlierSource },
  creditOrDebit: {
    label: 'Credit or debit',
    rule: 'C or D; blank returns both',
    source: earlierSource,
  },
  fromAmount: {
    label: 'Lowest amount',
    rule: 'An amount of dollars and cents',
    source: earlierSource,
  },
  toAmount: {
    label: 'Highest amount',
    rule: 'An amount of dollars and cents, at least the lowest amount',
    // The document states no order; a range that holds nothing is a slip that the operator can mend.
    source: 'workstation',
  },
  parNumbers: {
    label: 'PAR numbers',
    rule: 'PAR numbers without commas: commas stand between them in the request',
    source: earlierSource,
  },
  traceNumbers: {
    label: 'Trace numbers',
    rule: 'Trace numbers without commas: commas stand between them in the request',
    source: earlierSource,
  },
  secCode: { label: 'SEC code', rule: 'CCD, CTX, PPD, TEL or WEB', source: earlierSource },
  receivingCustomerId: {
    label: 'Receiving customer id',
    rule: 'A customer id, or nothing',
    source: earlierSource,
  },
} as const satisfies Readonly<Record<string, RequestRule>>

/** The status inquiry. */
export const statusRules = {
  by: { label: 'Search by', rule: 'PAR or trace numbers', source: earlierSource },
  accountNumbers: earlierRules.accountNumbers,
  parNumbers: {
    label: 'PAR numbers',
    rule: 'At least one PAR number where the search is by PAR number, none of them blank',
    source: earlierSource,
  },
  traceNumbers: {
    label: 'Trace numbers',
    rule: 'At least one trace number where the search is by trace number, none of them blank',
    source: earlierSource,
  },
} as const satisfies Readonly<Record<string, RequestRule>>

/** A field of the request that breaks a rule. */
export interface RequestProblem {
  readonly path: string
  readonly message: string
  readonly source: string
}

/** What a schema found, each with its source: the rule's own, else that of the field it stands in. */
export function requestProblems(
  rules: Readonly<Record<string, RequestRule>>,
  error: z.ZodError | undefined,
): readonly RequestProblem[] {
  return (error?.issues ?? []).flatMap((issue) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
    return names.map((path) => {
      const rule = rules[path.split('.')[0] ?? '']
      const source = issue.code === 'custom' ? (issue.params?.['source'] as unknown) : undefined
      return {
        path,
        message: issue.message,
        source: typeof source === 'string' ? source : (rule?.source ?? 'workstation'),
      }
    })
  })
}

/** Refuses a value by a rule, in its words and with its source. */
export const because = (of: RequestRule) => ({ error: of.rule, params: { source: of.source } })

/** A text that holds something. Blank is refused: a field without a value is left out. */
export const someText = (of: RequestRule, holds: (value: string) => boolean = () => true) =>
  z
    .string({ error: of.rule })
    .trim()
    .refine((value) => value !== '' && holds(value), because(of))

/** A whole number by its rule. */
export const wholeNumber = (of: RequestRule, holds: (value: number) => boolean) =>
  z
    .number({ error: of.rule })
    .refine((value) => Number.isSafeInteger(value) && holds(value), because(of))
