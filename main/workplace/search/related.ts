/**
 * Relations of one thing: for each relation the newest things and their number. Accounts are
 * masked.
 */
import { sql } from 'kysely'
import {
  mostRelated,
  type Found,
  type RelatedAnswer,
  type RelatedThing,
  type RelatingKind,
} from '../../../preload/contract/api/search/search.ts'
import type { Store } from '../../store/store.ts'
import { relatedByKey, type Keys } from './related-things.ts'
import { relationsOf, type RelationKeys } from './relations.ts'

/** The count stops here: nobody reads more one by one. */
const mostCounted = 100

/** Returns the related things; empty relations are left out. */
export async function relatedTo(
  store: Store,
  { kind, id }: { readonly kind: RelatingKind; readonly id: string },
): Promise<RelatedAnswer> {
  const each = await Promise.all(relationsOf[kind](id).map((one) => relatedIn(store, one)))
  return each.filter(({ count }) => count > 0)
}

async function relatedIn(
  store: Store,
  { relation, of, keys }: RelationKeys,
): Promise<RelatedAnswer[number]> {
  const rows = await store.read
    .selectFrom(sql<{ key: string | number }>`(${keys} LIMIT ${mostCounted})`.as('keys'))
    .select('key')
    .execute()
  const shown: Keys = rows.slice(0, mostRelated).map(({ key }) => key)
  const things = shown.length === 0 ? [] : await relatedByKey[of](store, shown)
  return { relation, count: rows.length, things: things.map(relatedThing) }
}

const relatedThing = ({ id, title, detail, at, address }: RelatedThing | Found): RelatedThing => ({
  id,
  title,
  detail,
  at,
  address,
})
