/**
 * Rules of ACH inquiry requests, defined once for schemas, forms and refusals. These are the
 * document's limits in their most lenient reading; a request that breaks only a stricter reading
 * gets a warning (`request-warnings.ts`). Rules: bank document 2, ACH inquiry; bank notes 36 and
 * 41-49.
 */
import { z } from '../../kernel/zod.ts'

/** The rule of one field: the text shown beside the field, and its source. */
export interface RequestRule {
  readonly label: string
  /** Message for a value that breaks the rule. */
  readonly rule: string
  readonly source: string
  readonly maxLength?: number
}

/** Source of the rules of ach/list. */
export const listSource =
  'Account Validation and ACH Inquiry Specification, POST /accounts/transactions/v1/ach/list'
/** Source of the rules of the earlier endpoints. */
export const earlierSource =
  'Account Validation and ACH Inquiry Specification, Earlier ACH inquiry endpoints'
const pagingSource = 'Platform Specification, Pagination controls'

/** Longest account number of an inquiry; validation accepts 17 characters (bank note 36). */
export const maxAccountLength = 16
/** Oldest date of ach/list, in days before today. */
export const maxRecallDays = 180
/** Longest date range of ach/list, in days. */
export const maxRangeDays = 31
/** Largest maximumAmount: one billion dollars, in cents. */
export const maxAmountMinor = 100_000_000_000
/** Largest page, and widest span of rows (bank note 44). */
export const maxRows = 1_000

/** Fields of ach/list by canonical name. */
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

/** Page of ach/list. */
export const pageRules = {
  pageNumber: { label: 'Page', rule: 'A whole number of at least 1', source: listSource },
  pageSize: { label: 'Rows per page', rule: 'A whole number from 1 to 1000', source: listSource },
} as const satisfies Readonly<Record<string, RequestRule>>

/** Rows of an earlier endpoint. */
export const rowRules = {
  startRowIndex: { label: 'First row', rule: 'A whole number of at least 1', source: pagingSource },
  endRowIndex: {
    label: 'Last row',
    rule: 'A whole number, not before the first row and at most 1000 rows with it',
    source: earlierSource,
  },
} as const satisfies Readonly<Record<string, RequestRule>>

/** Fields of the earlier endpoints by canonical name. */
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
    // The document states no order; an empty range is a mistake that the operator can correct.
    source: 'workstation',
  },
  parNumbers: {
    label: 'PAR numbers',
    rule: 'PAR numbers without commas: commas separate them in the request',
    source: earlierSource,
  },
  traceNumbers: {
    label: 'Trace numbers',
    rule: 'Trace numbers without commas: commas separate them in the request',
    source: earlierSource,
  },
  secCode: { label: 'SEC code', rule: 'CCD, CTX, PPD, TEL or WEB', source: earlierSource },
  receivingCustomerId: {
    label: 'Receiving customer id',
    rule: 'A customer id, or nothing',
    source: earlierSource,
  },
} as const satisfies Readonly<Record<string, RequestRule>>

/** Fields of the status inquiry. */
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

/** A request field that breaks a rule. */
export interface RequestProblem {
  readonly path: string
  readonly message: string
  readonly source: string
}

/** Returns the issues of a schema, each with the source of its own rule, else of its field. */
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

/** Returns zod parameters with the message and the source of a rule. */
export const because = (of: RequestRule) => ({ error: of.rule, params: { source: of.source } })

/** A non-blank text. Blank is refused, because a field without a value must be omitted. */
export const someText = (of: RequestRule, holds: (value: string) => boolean = () => true) =>
  z
    .string({ error: of.rule })
    .trim()
    .refine((value) => value !== '' && holds(value), because(of))

/** A whole number, checked by its rule. */
export const wholeNumber = (of: RequestRule, holds: (value: number) => boolean) =>
  z
    .number({ error: of.rule })
    .refine((value) => Number.isSafeInteger(value) && holds(value), because(of))
