/** Scheduled payments on a real store, with operators and time controlled by the test. */
import { moneyKinds } from '../../../../main/money/money.ts'
import type { OrderContext } from '../../../../main/money/order/types.ts'
import { createDraftStore } from '../../../../main/money/payment/draft-store.ts'
import { createPaymentSchedules } from '../../../../main/money/payment/schedules.ts'
import type { Store } from '../../../../main/store/store.ts'
import { practicePolicy } from '../../../../preload/contract/domain/operators/policy.ts'
import type { Role } from '../../../../preload/contract/domain/operators/roles.ts'
import type { PaymentForm } from '../../../../preload/contract/domain/orders/payment-form.ts'
import type {
  ScheduleAct,
  ScheduleLine,
  ScheduleRule,
} from '../../../../preload/contract/domain/orders/payment-schedule.ts'
import { mara, wire } from '../order/open-drafts.ts'
import { newStorePath, open } from '../../store/stores.ts'
import { sessionContext } from '../../support/session-context.ts'
import { waitsBy } from '../../support/wait-times.ts'

export const dayMs = 86_400_000
/** Now is Monday 2026-11-23; Thursday is Thanksgiving. */
export const weekly: ScheduleRule = {
  every: 'week',
  from: '2026-11-26',
  onClosedDay: 'before',
  until: null,
  count: null,
}

export function must<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** Opens schedules on a store, new or existing. */
export async function openSchedules(file = newStorePath(), startAt = 0) {
  const store = await open(file)
  const session = sessionContext(store)
  session.pass(startAt)
  const gone = new Set<string>()
  const dies = { whileStoring: false }
  /** Stores everything of an act, and ends before the transaction does. */
  const record: Store['record'] = (act, work) =>
    store.record(act, async (tx, also) => {
      const value = await work(tx, also)
      if (dies.whileStoring) throw new Error('killed')
      return value
    })
  const timers: (() => void)[] = []
  let id = 0
  const prefix = `${String(startAt)}-${file.slice(-40).replaceAll(/\W/g, '')}`
  const context = {
    ...session.context,
    store: { ...store, record },
    newId: () => `${prefix}-${String((id += 1))}`,
    payees: { statusOf: () => Promise.resolve(undefined) },
    callBlockFor: () => undefined,
    kinds: moneyKinds,
    policy: {
      current: () => ({ version: 1, policy: practicePolicy, at: null, by: null }),
      ofVersion: () => Promise.resolve(practicePolicy),
    },
    waits: waitsBy(session.context.clock),
    operatorOf: (who: string) => ({
      id: who,
      name: who,
      roles: ['maker'] satisfies Role[],
      setBy: null,
      disabled: gone.has(who),
    }),
  } as unknown as OrderContext
  const schedules = createPaymentSchedules(context, (_afterMs, run) => {
    timers.push(run)
    return () => undefined
  })
  const drafts = createDraftStore(context, () => undefined)
  const draft = async (form: Partial<PaymentForm> = {}, maker = 'mara'): Promise<string> =>
    (await drafts.create({ ...wire, ...form }, maker)).id
  const create = async (rule: ScheduleRule = weekly, form: Partial<PaymentForm> = {}) =>
    must(await schedules.handlers.create({ orderId: await draft(form), rule }, mara))
  const list = async () =>
    must(await schedules.handlers.list({ cursor: null, limit: 50 }, mara)).items
  /** The schedule as it is now, which a person sees before an act. */
  const shown = async (which: string): Promise<ScheduleLine> => {
    const line = (await list()).find((one) => one.id === which)
    if (!line) throw new Error('no such schedule')
    return line
  }
  const act = async (which: string, what: ScheduleAct, who = mara) => {
    const { version } = await shown(which)
    return schedules.handlers.act({ id: which, version, act: what }, who)
  }
  const change = async (which: string, rule: ScheduleRule, who = mara) => {
    const { version } = await shown(which)
    return schedules.handlers.change({ id: which, version, rule }, who)
  }
  const order = (which: string) =>
    store.read.selectFrom('orders').selectAll().where('id', '=', which).executeTakeFirstOrThrow()
  return {
    ...session,
    store,
    file,
    gone,
    dies,
    timers,
    schedules,
    drafts,
    draft,
    create,
    list,
    shown,
    act,
    change,
    order,
    context,
  }
}
export type Session = Awaited<ReturnType<typeof openSchedules>>

export const drafted = ({ store }: Pick<Session, 'store'>) =>
  store.read
    .selectFrom('payment_schedule_occurrences as d')
    .innerJoin('orders as o', 'o.id', 'd.order_id')
    .selectAll('o')
    .select(['d.planned_on', 'd.schedule_id'])
    .orderBy('d.planned_on')
    .execute()
export const plannedDates = async (session: Pick<Session, 'store'>) =>
  (await drafted(session)).map(({ planned_on }) => planned_on)
