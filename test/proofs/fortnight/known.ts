/**
 * The knowledge of a workstation at the end of a fortnight, in a form that does not depend on its
 * source.
 */
import type { SessionServices } from '../../../main/session/open-session.ts'

/** An event, and its source. */
export interface KnownEvent {
  /** Equal for the same event from any source. */
  readonly key: string
  /** When the event happened by the bank's own time, ISO UTC; lists give the day only. */
  readonly happened: string
  /** The own account and the other named ones, without leading zeros. */
  readonly accounts: readonly string[]
}

export interface Known {
  /** The state of each sent entry, in order. */
  readonly entries: readonly string[]
  readonly payments: readonly string[]
  readonly ach: readonly KnownEvent[]
  readonly incoming: readonly KnownEvent[]
  readonly recovered: readonly (KnownEvent & {
    readonly at: string
    readonly kind: string
    readonly hasCall: boolean
    /** When alerts about the same event arrived, ISO UTC. */
    readonly reportedAt: readonly string[]
    readonly isMarkedReported: boolean
  })[]
  readonly gaps: readonly {
    readonly cause: string
    readonly from: string
    readonly until: string | null
    readonly state: string
    readonly sweepId: string | null
  }[]
  readonly parts: readonly {
    readonly sweepId: string
    readonly kind: string
    readonly state: string
    readonly account: string | null
    readonly from: string | null
    readonly to: string | null
    readonly why: string | null
    readonly calls: number
  }[]
  /** When sweeps queried ACH lists, ISO UTC. */
  readonly sweepCalls: readonly string[]
}

const amountOf = (text: string | null): string => Number(text ?? '0').toFixed(2)

/** Reads the knowledge. `sent`: the ids of the sent orders, in the order of the plan. */
export async function knownIn(
  { store, coverage }: SessionServices,
  sent: readonly string[],
): Promise<Known> {
  const { read } = store
  const orders = await read.selectFrom('orders').selectAll().execute()
  const entries = await read.selectFrom('batch_entries').selectAll().orderBy('position').execute()
  const alerts = await read.selectFrom('alerts').selectAll().orderBy('seq').execute()
  const named = await read.selectFrom('alert_accounts').selectAll().execute()
  const accountsBySeq = Map.groupBy(named, (one) => one.alert_seq)
  const accountsOf = (seq: number): string[] =>
    (accountsBySeq.get(seq) ?? []).map((one) => one.account)
  const found = await read.selectFrom('recovered_items').selectAll().orderBy('seq').execute()
  const gaps = await read.selectFrom('alert_gaps').selectAll().orderBy('from_at').execute()
  const parts = await read.selectFrom('sweep_parts').selectAll().execute()
  const calls = await read
    .selectFrom('bank_calls')
    .select('at')
    .where('lane', '=', 'sweep')
    .where('purpose', 'like', 'ach-%')
    .execute()
  const { sweep } = await coverage.summary()
  if (sweep) throw new Error(`a sweep is still under way: ${JSON.stringify(sweep)}`)
  const achKey = (trace: string | null, status: string | null, amount: string | null): string =>
    [trace?.trim(), status?.trim().toUpperCase(), amountOf(amount)].join(' ')
  const reported = alerts
    .filter(({ kind }) => kind === 'ach')
    .map(({ seq, reference, status, amount, sent_at, at }) => ({
      key: achKey(reference, status, amount),
      happened: sent_at ?? at,
      at,
      accounts: accountsOf(seq),
    }))
  const recovered = found.map((one) => {
    const isAch = one.kind === 'ach'
    const key = isAch
      ? achKey(one.trace_number, one.event, one.amount)
      : `${String(sent.indexOf(one.order_id ?? ''))} ${one.event}`
    return {
      key,
      kind: one.kind,
      happened: one.event_day ?? one.at,
      at: one.at,
      accounts: [one.account_significant],
      hasCall: one.call_id !== null,
      reportedAt: isAch ? reported.filter((alert) => alert.key === key).map(({ at }) => at) : [],
      isMarkedReported: one.alert_seq !== null,
    }
  })
  return {
    entries: sent.flatMap((id, place) =>
      entries
        .filter(({ order_id }) => order_id === id)
        .map((one) =>
          [
            place,
            one.position,
            one.trace_number,
            one.verdict,
            one.bank_status,
            one.return_code ?? '-',
            one.return_date ?? '-',
            one.change_code ?? '-',
            one.change_data ?? '-',
          ].join(' '),
        ),
    ),
    payments: sent.flatMap((id, place) =>
      orders
        .filter((one) => one.id === id && (one.service === 'WIRE' || one.service === 'RTP'))
        .map((one) => [place, one.service, one.state, one.bank_status, one.is_final].join(' ')),
    ),
    ach: [...reported, ...recovered.filter(({ kind }) => kind === 'ach')],
    incoming: alerts
      .filter(({ incoming }) => incoming === 1)
      .map(({ seq, kind, amount, sent_at, at }) => ({
        key: `${kind} ${amountOf(amount)}`,
        happened: sent_at ?? at,
        accounts: accountsOf(seq),
      })),
    recovered,
    gaps: gaps.map((one) => ({
      cause: one.cause,
      from: one.from_at,
      until: one.until_at,
      state: one.state,
      sweepId: one.sweep_id,
    })),
    parts: parts.map((one) => ({
      sweepId: one.sweep_id,
      kind: one.kind,
      state: one.state,
      account: one.account_id,
      from: one.from_day,
      to: one.to_day,
      why: one.why,
      calls: one.calls,
    })),
    sweepCalls: calls.map(({ at }) => at),
  }
}
