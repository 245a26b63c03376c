/**
 * Files attached to an order, in any state. A file is stored with its hash, and neither changed nor
 * removed again; its content is read only to save it under the name that a person chooses, and
 * never opened here.
 */
import type { Insertable, Selectable } from 'kysely'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { orderFileLimits } from '../../../preload/contract/domain/orders/order-course.ts'
import { maskedDigits } from '../../../preload/contract/domain/personal-names.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import type { ChosenFile } from '../../platform/files/chosen-file.ts'
import { sha256Of } from '../../platform/sha256.ts'
import type { OrderFilesTable } from '../../store/tables/order-history.ts'
import type { Reader } from '../../store/store.ts'
import { requireWritable } from './comments.ts'
import { requireOrder } from './order-facts.ts'
import { refuse } from './refusals.ts'
import type { OrderContext } from './types.ts'

export type FileRow = Selectable<OrderFilesTable>

/** Returns the files of an order by time, without their content. */
export const filesOf = (reader: Reader, id: string): Promise<FileRow[]> =>
  reader
    .selectFrom('order_files')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()

const longestName = 120

/**
 * Returns the name as it is shown: without folders, and without characters that are invisible or
 * turn the direction of the text, which could hide what kind of file it is.
 */
export function shownFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const visible = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = Array.from(visible)
  if (letters.length > longestName) {
    const ending = /\.[^.]{1,10}$/.exec(visible)?.[0] ?? ''
    return `${letters.slice(0, longestName - ending.length).join('')}${ending}`
  }
  return visible === '' ? 'Unnamed file' : visible
}

/**
 * Attaches the files, all or none, in one act with the name and the hash of each. Refuses with
 * `not-attached` an empty file and what exceeds the limits, with `not-found`, and in a retired
 * profile.
 */
export async function attachFiles(
  context: OrderContext,
  { id, files }: { readonly id: string; readonly files: readonly ChosenFile[] },
  author: string,
): Promise<void> {
  const { store, clock, newId, emitEvent } = context
  const at = clock.now().toISOString()
  const chosen = files.map(({ name, bytes }) => ({
    bytes,
    row: {
      id: newId(),
      order_id: id,
      at,
      author,
      name: shownFileName(name),
      bytes: bytes.length,
      sha256: sha256Of(bytes),
    } satisfies Insertable<OrderFilesTable>,
  }))
  const act = {
    actor: author,
    kind: 'order.files-attached',
    subject: id,
    detail: {
      files: chosen.map(({ row: { id: file, name, bytes, sha256 } }) => ({
        id: file,
        name: maskedDigits(name),
        bytes,
        sha256,
      })),
    },
  }
  const { state } = await store.record(act, async (tx) => {
    const order = await requireOrder(tx, id)
    requireWritable(context, order)
    const sizes = (await filesOf(tx, id)).map(({ bytes }) => bytes)
    let total = sizes.reduce((sum, bytes) => sum + bytes, 0)
    for (const { row, bytes } of chosen) {
      const { name: file } = row
      total += bytes.length
      if (bytes.length === 0) refuse({ code: 'not-attached', file, why: 'empty' })
      if (bytes.length > orderFileLimits.each)
        refuse({ code: 'not-attached', file, why: 'too-large' })
      if (total > orderFileLimits.ofOrder) refuse({ code: 'not-attached', file, why: 'order-full' })
      await tx.insertInto('order_files').values(row).execute()
      await tx
        .insertInto('order_file_contents')
        .values({ file_id: row.id, content: bytes })
        .execute()
    }
    return order
  })
  emitEvent('orders', 'changed', { id, state })
}

/** A file as it was attached. */
export interface AttachedFile extends Pick<FileRow, 'name' | 'sha256'> {
  readonly content: Uint8Array
}

/**
 * Returns a file of the order with its content. Fails with `not-found`, and with `file-changed` if
 * the content has not the hash that the audit chain has of it.
 */
export async function readAttachedFile(
  read: Reader,
  { id, fileId }: { readonly id: string; readonly fileId: string },
): Promise<Result<AttachedFile, Failure<'not-found'> | Failure<'file-changed'>>> {
  const [files, stored, acts] = await Promise.all([
    filesOf(read, id),
    read
      .selectFrom('order_file_contents')
      .select('content')
      .where('file_id', '=', fileId)
      .executeTakeFirst(),
    read
      .selectFrom('audit_entries')
      .select('detail')
      .where('subject', '=', id)
      .where('kind', '=', 'order.files-attached')
      .execute(),
  ])
  const file = files.find((one) => one.id === fileId)
  if (!file || !stored) return err({ code: 'not-found' })
  const { name, sha256 } = file
  const isAudited = acts
    .flatMap(({ detail }) => attachedDetail.parse(JSON.parse(detail)).files)
    .some((one) => one.id === fileId && one.sha256 === sha256)
  if (!isAudited || sha256Of(stored.content) !== sha256)
    return err({ code: 'file-changed', file: name })
  return ok({ name, sha256, content: stored.content })
}

const attachedDetail = z.object({
  files: z.array(z.object({ id: z.string(), sha256: z.string() })),
})
