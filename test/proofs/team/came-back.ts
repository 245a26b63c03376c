/**
 * A payment that the bank has comes back as not sent: the bank refuses it barely, hides it from the
 * status inquiries, and shows it when people at other workstations have gone on with it.
 */
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import type { Member } from './member.ts'
import { checker, isUnderWay, maker } from '../harness/people.ts'
import type { People } from './people.ts'
import type { TeamCreated } from './play.ts'
import type { Team } from './team.ts'

const hidden = [
  ['accepted-then-401', 'money', 1],
  ['unreported-found-late', 'payments', 'until-cleared'],
  ['alerts-late', 'alerts', 'until-cleared'],
] as const

/** Plays it with an approved payment, once the bank has shown another. */
export async function comeBack(
  team: Team,
  people: People,
  { id, planned: { releasedAt, handling } }: TeamCreated,
): Promise<void> {
  const { control } = team
  const home = team.at(releasedAt[0] ?? 0)
  const [here = home, there = home] = team.members.filter((member) => member !== home)
  for (const [scenario, target, times] of hidden)
    await control.setScenario({ scenario, target, times })
  const order = await people.read(id)
  if (order) await people.release(home, order)
  await people.until(id, (one) => !isUnderWay(one), 30_000)
  const back = await inquired(people, id, here, ({ state }) => state === 'approved')
  if (back?.state === 'approved') await goOn(people, id, there, handling)
  await control.clearScenarios('unreported-found-late')
  await inquired(people, id, home, ({ attempts }) => attempts.at(-1)?.outcome !== 'not-sent')
}

async function goOn(
  people: People,
  id: string,
  at: Member,
  handling: TeamCreated['planned']['handling'],
): Promise<void> {
  const recalled = await people.order(at, 'returnToDraft', { id }, maker)
  if (recalled.kind !== 'done') return
  if (handling === 'copy') {
    await people.order(at, 'discard', { id }, maker)
    return
  }
  const submitted = await people.submit(at, recalled.value)
  if (submitted.kind === 'done' && handling === 'recall') await people.approve(at, submitted.value)
}

/** As long as a busy machine takes; a quiet one needs one or two. */
const mostInquiries = 15

/** Asks the bank until the order is so. */
async function inquired(
  people: People,
  id: string,
  at: Member,
  holds: (order: Order) => boolean,
): Promise<Order | undefined> {
  for (let tries = 0; tries < mostInquiries; tries += 1) {
    const order = await people.until(id, (one) => !isUnderWay(one), 2_000)
    if (order && holds(order)) return order
    await people.order(at, 'inquire', { id }, checker)
  }
  return people.until(id, holds, 2_000)
}
