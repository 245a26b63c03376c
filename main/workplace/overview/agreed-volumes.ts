/**
 * The use of the volumes agreed for each API. A transaction is a payment or an ACH entry that was
 * sent, each time, or one call to an API that only inquires. Counted in every workstation of the store.
 */
import { sql } from 'kysely'
import type { AgreedVolume } from '../../../preload/contract/api/overview/agreed-volume.ts'
import { secCodes } from '../../../preload/contract/bank/ach-origination/batch.ts'
import { endpointIds, endpointOf } from '../../../preload/contract/bank/endpoints.ts'
import type {
  Product,
  ProductTerms,
} from '../../../preload/contract/api/profiles/profile-details.ts'
import { dayIn, dayStart, midnightIn } from '../../../preload/contract/kernel/calendar.ts'
import { leftAt, type RailContext } from '../../money/rail-figures.ts'
import type { SessionContext } from '../../profile/session-context.ts'

type Used = Pick<AgreedVolume, 'used' | 'swept'>
type Period = AgreedVolume['per']
export type VolumeContext = Pick<RailContext, 'store' | 'policy'> &
  Pick<SessionContext, 'clock' | 'profile'>

const firstDay = (today: string, per: Period): string =>
  ({ day: today, month: `${today.slice(0, 7)}-01`, year: `${today.slice(0, 4)}-01-01` })[per]

const inquiringProducts: readonly string[] = [
  'account-validation',
  'wire-inquiry',
  'rtp-inquiry',
  'previous-day',
  'intraday',
] satisfies Product[]
/** Returns the product whose volume a call uses; null for token, health and status calls. */
function productOf(purpose: string): Product | null {
  const id = endpointIds.find((known) => known === purpose)
  if (id === undefined) return null
  const { family, timeouts } = endpointOf(id)
  if (family === 'ach-inquiry' && timeouts !== 'health') return 'ach-inquiry'
  return inquiringProducts.includes(id) ? (id as Product) : null
}
const countedPurposes = endpointIds.filter((id) => productOf(id) !== null)

/** Calls that may have reached the bank; not those that it refused as too many. */
async function calledSince({ store }: VolumeContext, from: Date) {
  const rows = await store.read
    .selectFrom('bank_calls')
    .select(['purpose', sql<0 | 1>`CASE WHEN lane = 'sweep' THEN 1 ELSE 0 END`.as('isSwept')])
    .select(sql<number>`count(*)`.as('count'))
    .where('at', '>=', from.toISOString())
    .where('purpose', 'in', countedPurposes)
    .where('outcome', '<>', 'not-sent')
    .where(sql<boolean>`coalesce(status, 0) <> 429`)
    .groupBy(['purpose', 'isSwept'])
    .execute()
  return rows.map(({ purpose, isSwept, count }) => ({
    product: productOf(purpose),
    used: count,
    swept: isSwept === 1 ? count : 0,
  }))
}

const sentProducts: Readonly<Record<string, Product>> = {
  WIRE: 'wire',
  RTP: 'rtp',
  ...Object.fromEntries(secCodes.map((code) => [code, 'ach-origination'])),
}

/** Payments and ACH entries that left, or may have left. */
async function sentSince({ store }: VolumeContext, zone: string, from: Date) {
  const rows = await store.read
    .selectFrom('order_attempts')
    .innerJoin('orders', 'orders.id', 'order_attempts.order_id')
    .leftJoin('batches', 'batches.order_id', 'orders.id')
    .select(['service', sql<number>`sum(coalesce(batches.entries, 1))`.as('count')])
    .where('is_restore_marker', '=', 0)
    .where('outcome', '<>', 'not-sent')
    // The index; a call does not wait a day after its journal row.
    .where('journalled_at', '>=', midnightIn(zone, from, -1).toISOString())
    .where(leftAt, '>=', from.toISOString())
    .groupBy('service')
    .execute()
  return rows.map(({ service, count }) => ({
    product: sentProducts[service] ?? null,
    used: count,
    swept: 0,
  }))
}

async function usedSince(context: VolumeContext, zone: string, from: Date) {
  const lines = await Promise.all([calledSince(context, from), sentSince(context, zone, from)])
  return (wanted: Product): Used =>
    lines
      .flat()
      .filter(({ product }) => product === wanted)
      .reduce<Used>(
        (sum, { used, swept }) => ({ used: sum.used + used, swept: sum.swept + swept }),
        { used: 0, swept: 0 },
      )
}

const hasVolume = (
  terms: ProductTerms,
): terms is ProductTerms & { readonly volume: NonNullable<ProductTerms['volume']> } =>
  terms.volume !== null

/** Returns the volumes that the profile names; no body of a call is read. */
export async function agreedVolumes(context: VolumeContext): Promise<AgreedVolume[]> {
  const { bankingZone: zone } = context.policy.current().policy
  const today = dayIn(zone, context.clock.now())
  const agreed = context.profile().details?.products.filter(hasVolume) ?? []
  const periods = [...new Set(agreed.map(({ volume }) => volume.per))]
  const counts = new Map(
    await Promise.all(
      periods.map(async (per) => {
        const from = dayStart(zone, firstDay(today, per))
        return [per, await usedSince(context, zone, from)] as const
      }),
    ),
  )
  return agreed.map(({ product, volume: { count, per } }) => ({
    product,
    agreed: count,
    per,
    ...(counts.get(per)?.(product) ?? { used: 0, swept: 0 }),
    from: firstDay(today, per),
    zone,
  }))
}
