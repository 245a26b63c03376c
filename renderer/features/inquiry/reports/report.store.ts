/**
 * The reports in use: the draft of each, and the open answer. Kept while other screens are shown.
 */
import { defineStore } from 'pinia'
import { computed, reactive, ref, shallowReactive, shallowRef, watch } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type {
  ReportAnswer,
  ReportQuestion,
} from '../../../../preload/contract/api/reports/report-answer.ts'
import type { OwnAccount } from '../../../../preload/contract/api/profiles/profile-details.ts'
import {
  bodyToSend,
  reportIds,
  reportRequest,
  reportWarnings,
  type ReportId,
  type ReportRequest,
} from '../../../../preload/contract/bank/reports/report-request.ts'
import { isCalendarDate } from '../../../../preload/contract/kernel/calendar.ts'
import { jsonFault } from '../../../../preload/contract/kernel/json.ts'
import { sourceOfIssue } from '../../../../preload/contract/kernel/rule-source.ts'
import { dateAdvice, exactDate } from '../../../text/times.ts'
import { bridge } from '../../../state/bridge.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'
import { reportKinds } from './report-kinds.ts'

/** A request as text; the two numbers are the first and second paging field. */
interface ReportDraft {
  body: string
  first: string
  second: string
}

/** The input for one report. */
interface ReportEntries extends Omit<ReportDraft, 'body'> {
  /** The id of an own account, `otherAccount`, or empty: none is sent. */
  account: string
  typedAccount: string
  /** The first and the last day, YYYY-MM-DD. */
  from: string
  to: string
  /** A body that somebody wrote, sent instead of account and days; null: none. */
  typedBody: string | null
}
/** The chosen account as the body has it, and the days. */
interface Selection {
  readonly account: string
  readonly from: string
  readonly to: string
}

export type ReportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  | { readonly kind: 'refused'; readonly failure: Failure }

/** The problem of a field, and the source of the rule. */
export interface DraftProblem {
  readonly message: string
  readonly source: string | null
}
type DraftField = keyof ReportDraft | 'from' | 'to' | 'typedAccount'

/** The choice of an account that is not in the list. */
export const otherAccount = 'other'

const noSelection: Omit<ReportEntries, 'typedBody' | 'first' | 'second'> = {
  account: '',
  typedAccount: '',
  from: '',
  to: '',
}
const emptyEntries = (): ReportEntries => ({
  ...noSelection,
  typedBody: null,
  first: '',
  second: '',
})

/**
 * The names of account and days in the earlier ACH inquiry. The documents name none for reports
 * (bank note 76), so a body with other names can be written instead.
 */
const names = { account: 'accountNumber', from: 'fromDate', to: 'toDate' } as const
const fields = ['account', 'from', 'to'] as const

/** Returns the body with the filled fields. */
const bodyWith = (selection: Selection): string => {
  const filled = fields.flatMap((field) => {
    const value = selection[field]
    return value === '' ? [] : [[names[field], value]]
  })
  return filled.length === 0 ? '{}' : JSON.stringify(Object.fromEntries(filled), null, 2)
}

/** Returns the fields of a body that they would have written exactly so; undefined for any other. */
function selectionIn(body: string): Selection | undefined {
  if (jsonFault(body)) return undefined
  const members = Object(JSON.parse(body)) as Readonly<Record<string, unknown>>
  const textOf = (field: keyof Selection): string => {
    const value = members[names[field]]
    return typeof value === 'string' ? value : ''
  }
  const selection: Selection = {
    account: textOf('account'),
    from: textOf('from'),
    to: textOf('to'),
  }
  return bodyWith(selection) === body ? selection : undefined
}

/** Returns the problems of the typed days. */
function dayProblems({
  from: first,
  to: last,
}: Selection): Partial<Record<DraftField, DraftProblem>> {
  const isWrong = (day: string): boolean => day !== '' && !isCalendarDate(day)
  const problem = (message: string): DraftProblem => ({ message, source: 'workstation' })
  return {
    ...(isWrong(first) && { from: problem(dateAdvice) }),
    ...(isWrong(last) && { to: problem(dateAdvice) }),
    ...(!isWrong(first) &&
      !isWrong(last) &&
      first !== '' &&
      last !== '' &&
      last < first && { to: problem('Not before the first day') }),
  }
}
const each = <T>(make: () => T): Record<ReportId, T> =>
  Object.fromEntries(reportIds.map((id) => [id, make()])) as Record<ReportId, T>

const kindOf = (id: ReportId) => {
  const kind = reportKinds.find((one) => one.id === id)
  if (!kind) throw new RangeError(id)
  return kind
}

/** A typed number; other text stays text, for the schema to reject. */
const numberOf = (text: string): unknown =>
  text.trim() === '' ? undefined : /^\d{1,9}$/.test(text.trim()) ? Number(text) : text

/** The reports in use, one draft and one answer each. */
export const useReportStore = defineStore('reports', () => {
  const chosen = ref<ReportId>('previous-day')
  const drafts = reactive(each(emptyEntries))
  const states = shallowReactive(each((): ReportState => ({ kind: 'idle' })))
  /**
   * Whether problems of a draft are shown: after the first attempt, not while the first line is
   * typed.
   */
  const tried = reactive(each(() => false))
  const turns = each(() => 0)
  /** The open answer. */
  const opened = shallowRef<ReportAnswer>()
  const accounts = shallowRef<readonly OwnAccount[]>([])

  const draft = computed(() => drafts[chosen.value])
  const state = computed(() => states[chosen.value])
  const kind = computed(() => kindOf(chosen.value))

  const own = computed(() => accounts.value.find(({ id }) => id === draft.value.account))
  const selection = computed((): Selection => {
    const { account, typedAccount, from, to } = draft.value
    return {
      account: own.value?.account ?? (account === otherAccount ? typedAccount.trim() : ''),
      from: exactDate(from.trim()),
      to: exactDate(to.trim()),
    }
  })
  /**
   * The body that is sent: the one somebody wrote, or the one of the fields. An own account is
   * masked in it, and main writes its number.
   */
  const body = computed({
    get: () => draft.value.typedBody ?? bodyWith(selection.value),
    set: (text) => {
      draft.value.typedBody = text === bodyWith(selection.value) ? null : text
    },
  })
  /** The id of the own account that is masked in the body. */
  const masked = computed(() =>
    own.value && body.value.includes(JSON.stringify(own.value.account)) ? own.value.id : undefined,
  )
  const parsed = computed(() => {
    const { first, second } = draft.value
    const [one, two] = kind.value.paging
    return reportRequest.safeParse({
      report: chosen.value,
      body: body.value,
      ...(masked.value !== undefined && { account: masked.value }),
      ...(first.trim() !== '' && { [one]: numberOf(first) }),
      ...(second.trim() !== '' && { [two]: numberOf(second) }),
    })
  })
  /** Where the body stops being JSON. */
  const fault = computed(() => jsonFault(body.value))
  /** Problems that the schema of the call does not know. */
  const ownProblems = computed((): Partial<Record<DraftField, DraftProblem>> => {
    const isTyped = draft.value.typedBody !== null
    const unmasked = body.value.replaceAll(JSON.stringify(own.value?.account ?? ''), '""')
    return {
      ...(!isTyped && dayProblems(selection.value)),
      ...(!isTyped &&
        draft.value.account === otherAccount &&
        selection.value.account === '' && {
          typedAccount: {
            message: 'Type the number, or choose None to send no account',
            source: 'workstation',
          },
        }),
      ...(bodyToSend(unmasked) === undefined && {
        [isTyped ? 'body' : 'typedAccount']: {
          message: 'A masked number cannot be sent. Type it in full, or choose the account',
          source: 'workstation',
        },
      }),
    }
  })
  const problems = computed<Partial<Record<DraftField, DraftProblem>>>(() => {
    if (!tried[chosen.value]) return {}
    if (parsed.value.success) return ownProblems.value
    const fieldsByName: Readonly<Record<string, DraftField>> = {
      // The fields write a good body, so only their days can break a rule.
      body: draft.value.typedBody === null ? 'to' : 'body',
      [kind.value.paging[0]]: 'first',
      [kind.value.paging[1]]: 'second',
    }
    const found = Object.fromEntries(
      parsed.value.error.issues.flatMap((issue) => {
        const field = fieldsByName[String(issue.path[0])]
        return field ? [[field, problemOf(issue, field)] as const] : []
      }),
    )
    return { ...found, ...ownProblems.value }
  })
  type Issue = NonNullable<typeof parsed.value.error>['issues'][number]
  function problemOf(issue: Issue, field: DraftField): DraftProblem {
    const message = issue.code === 'invalid_type' ? 'A whole number' : issue.message
    const at = field === 'body' && issue.code === 'custom' ? fault.value : undefined
    if (!at) return { message, source: sourceOfIssue(issue) }
    const place = `Line ${String(at.line)}, column ${String(at.column)}: ${at.reason}.`
    return { message: `${place} ${message}.`, source: 'RFC 8259, JSON' }
  }
  const warnings = computed(() => (parsed.value.success ? reportWarnings(parsed.value.data) : []))

  /** Shows the problems of the draft, also while the bank cannot be called. */
  function check(): void {
    tried[chosen.value] = true
  }

  /** Requests the chosen report from the bank, unless a rule is broken, and opens the answer. */
  async function request(): Promise<ReportAnswer | undefined> {
    const id = chosen.value
    if (states[id].kind === 'running') return undefined
    check()
    if (!parsed.value.success || Object.keys(ownProblems.value).length > 0) return undefined
    const request: ReportRequest = parsed.value.data
    const mine = ++turns[id]
    states[id] = { kind: 'running' }
    const result = await bridge().reports.request(request)
    if (mine !== turns[id]) return undefined
    states[id] = result.ok ? { kind: 'idle' } : { kind: 'refused', failure: result.error }
    if (!result.ok) return undefined
    opened.value = result.value
    return result.value
  }

  async function readAccounts(): Promise<void> {
    const result = await bridge().achInquiry.getAccounts()
    if (result.ok) accounts.value = result.value.accounts
  }

  /** Loads a query into the form, to send it again or to change it first. */
  function take({
    report,
    body: text,
    account,
    first,
    second,
  }: ReportQuestion | SavedReport): void {
    chosen.value = report
    const read = selectionIn(text)
    const known = accounts.value.find(({ id }) => id === account)
    const isOwn = known !== undefined && (!read || read.account === known.account)
    const typedAccount = isOwn ? '' : (read?.account ?? '')
    drafts[report] = {
      ...noSelection,
      ...(read && { from: read.from, to: read.to }),
      account: isOwn ? known.id : typedAccount === '' ? '' : otherAccount,
      typedAccount,
      typedBody: read ? null : text,
      first: String(first ?? ''),
      second: String(second ?? ''),
    }
    tried[report] = false
  }

  // Another operator starts empty and finds no answer open that somebody else requested.
  watch(
    () => useWorkstation().state?.operator.id,
    (_now, before) => {
      if (before === undefined) return
      opened.value = undefined
      for (const id of reportIds) {
        turns[id] += 1
        states[id] = { kind: 'idle' }
      }
    },
  )

  return {
    chosen,
    draft,
    accounts,
    body,
    masked,
    state,
    kind,
    problems,
    check,
    warnings,
    fault,
    opened,
    readAccounts,
    request,
    take,
  }
})

/** A saved query: the typed text, complete or not. */
export interface SavedReport extends Readonly<ReportDraft> {
  readonly report: ReportId
  readonly account?: string | undefined
}
