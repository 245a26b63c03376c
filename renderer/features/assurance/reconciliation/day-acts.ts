/** The actions on a day: query the bank, export, print, sign off. Each shows its result. */
import { computed, ref, shallowRef } from 'vue'
import { reconciliation } from '../../../../preload/contract/api/reconciliation/channels.ts'
import type { ExportFormat } from '../../../../preload/contract/api/tables.ts'
import { bridge } from '../../../state/bridge.ts'
import { useBankDisabledReason, useRoleDisabledReason } from '../../../state/disabled-reason.ts'
import { explain } from '../../../text/explain.ts'
import type { Explanation } from '../../../text/explanation.ts'
import type { ReconciliationDay } from './reconciliation-day.ts'

type Act = 'query' | 'export' | 'print' | 'sign'

/** Returns the actions of a screen; one at a time. */
export function useDayActs({ day, accountId, report, show, read }: ReconciliationDay) {
  const underWay = ref<Act>()
  const problem = shallowRef<Explanation>()
  const doneText = ref('')
  const role = useRoleDisabledReason()
  const bank = useBankDisabledReason()
  const of = () => ({ day: day.value, accountId: accountId.value })
  const disabledReason = computed(() => (report.value ? '' : 'No day loaded yet'))
  const queryDisabledReason = computed(
    () => disabledReason.value || role(reconciliation.fetchLists) || bank.value,
  )
  const exportDisabledReason = computed(
    () => disabledReason.value || role(reconciliation.exportFile),
  )
  const signDisabledReason = computed(() => disabledReason.value || role(reconciliation.signOff))

  async function run(act: Act, why: string, work: () => Promise<string | undefined>) {
    if (underWay.value !== undefined || why !== '') return
    underWay.value = act
    problem.value = undefined
    doneText.value = ''
    try {
      doneText.value = (await work()) ?? ''
    } finally {
      underWay.value = undefined
    }
  }
  const fetchLists = () =>
    run('query', queryDisabledReason.value, async () => {
      const answer = await show(() => bridge().reconciliation.fetchLists(of()))
      if (answer && !answer.ok) problem.value = explain(answer.error)
      return answer?.ok === true ? 'Bank lists requested for this day' : undefined
    })
  const written = (
    answer: Awaited<ReturnType<ReturnType<typeof bridge>['reconciliation']['printReport']>>,
  ) => {
    if (!answer.ok) problem.value = explain(answer.error)
    return answer.ok && answer.value !== null ? `Saved as ${answer.value.file}` : undefined
  }
  const write = (format: ExportFormat, inFull = false) =>
    run('export', exportDisabledReason.value, async () =>
      written(await bridge().reconciliation.exportFile({ ...of(), format, inFull })),
    )
  const print = () =>
    run('print', exportDisabledReason.value, async () =>
      written(await bridge().reconciliation.printReport(of())),
    )
  const sign = (note: string) =>
    run('sign', signDisabledReason.value, async () => {
      const shown = report.value
      if (!shown) return
      const { day: on, accountId: account, digest } = shown
      const request = { day: on, accountId: account, digest, note }
      const answer = await show(() => bridge().reconciliation.signOff(request))
      if (answer?.ok === false) {
        if (answer.error.code === 'changed-meanwhile') await read()
        problem.value = explain(answer.error)
      }
      return answer?.ok === true ? 'Signed off' : undefined
    })
  return {
    underWay,
    problem,
    doneText,
    queryDisabledReason,
    exportDisabledReason,
    signDisabledReason,
    fetchLists,
    write,
    print,
    sign,
  }
}
