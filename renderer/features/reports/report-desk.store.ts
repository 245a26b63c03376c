/** The reports in hand: for each what was written and what came back. Kept while other screens are shown. */
import { defineStore } from 'pinia'
import { computed, reactive, ref, shallowReactive, watch } from 'vue'
import type { Failure } from '../../../preload/contract/failures.ts'
import type { ReportAnswer } from '../../../preload/contract/reports/report-answer.ts'
import {
  reportIds,
  reportRequest,
  reportWarnings,
  type ReportId,
  type ReportRequest,
} from '../../../preload/contract/reports/report-request.ts'
import { sourceOfIssue } from '../../../preload/contract/rule-source.ts'
import { bridge } from '../../lib/bridge.ts'
import { useWorkstation } from '../../lib/workstation.store.ts'
import { reportKinds } from './report-kinds.ts'

/** What was typed for one report; the two numbers are the first and second paging field. */
export interface ReportDraft {
  body: string
  first: string
  second: string
}

/** How the answer's place stands. */
export type ReportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'answered'; readonly report: ReportAnswer }

/** What is wrong with a field, and where the rule stands. */
export interface DraftProblem {
  readonly message: string
  readonly source: string | null
}
type DraftField = keyof ReportDraft

const emptyDraft = (): ReportDraft => ({ body: '{\n  \n}', first: '', second: '' })
const each = <T>(make: () => T): Record<ReportId, T> =>
  Object.fromEntries(reportIds.map((id) => [id, make()])) as Record<ReportId, T>

const kindOf = (id: ReportId) => {
  const kind = reportKinds.find((one) => one.id === id)
  if (!kind) throw new RangeError(id)
  return kind
}

/** A typed number; text that is none stays what it is, for the schema to refuse. */
const numberOf = (text: string): unknown =>
  text.trim() === '' ? undefined : /^\d{1,9}$/.test(text.trim()) ? Number(text) : text

export const useReportDesk = defineStore('report-desk', () => {
  const chosen = ref<ReportId>('previous-day')
  const drafts = reactive(each(emptyDraft))
  const states = shallowReactive(each((): ReportState => ({ kind: 'idle' })))
  /** Whether the problems of a draft are told: after the first try, not while the first line is typed. */
  const tried = reactive(each(() => false))
  const turns = each(() => 0)

  const draft = computed(() => drafts[chosen.value])
  const state = computed(() => states[chosen.value])
  const kind = computed(() => kindOf(chosen.value))

  const parsed = computed(() => {
    const { body, first, second } = draft.value
    const [one, two] = kind.value.paging
    return reportRequest.safeParse({
      report: chosen.value,
      body,
      ...(first.trim() !== '' && { [one]: numberOf(first) }),
      ...(second.trim() !== '' && { [two]: numberOf(second) }),
    })
  })
  const problems = computed<Partial<Record<DraftField, DraftProblem>>>(() => {
    if (parsed.value.success || !tried[chosen.value]) return {}
    const fields: Readonly<Record<string, DraftField>> = {
      body: 'body',
      [kind.value.paging[0]]: 'first',
      [kind.value.paging[1]]: 'second',
    }
    return Object.fromEntries(
      parsed.value.error.issues.flatMap((issue) => {
        const field = fields[String(issue.path[0])]
        const message = issue.code === 'invalid_type' ? 'A whole number' : issue.message
        return field ? [[field, { message, source: sourceOfIssue(issue) }] as const] : []
      }),
    )
  })
  const warnings = computed(() => (parsed.value.success ? reportWarnings(parsed.value.data) : []))

  /** Asks the bank for the chosen report, unless a rule stands in the way. */
  async function ask(): Promise<void> {
    const id = chosen.value
    if (states[id].kind === 'asking') return
    tried[id] = true
    if (!parsed.value.success) return
    const request: ReportRequest = parsed.value.data
    const mine = ++turns[id]
    states[id] = { kind: 'asking' }
    const result = await bridge().reports.ask(request)
    if (mine !== turns[id]) return
    states[id] = result.ok
      ? { kind: 'answered', report: result.value }
      : { kind: 'refused', failure: result.error }
  }

  // Another operator starts afresh and finds no answer that somebody else asked for.
  watch(
    () => useWorkstation().state?.operator.id,
    (_now, before) => {
      if (before === undefined) return
      for (const id of reportIds) {
        turns[id] += 1
        states[id] = { kind: 'idle' }
      }
    },
  )

  return { chosen, draft, state, kind, problems, warnings, ask }
})
