/** The channels of lists and saved queries as the window calls them: real store, real files. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FileDialogs, SaveRequest } from '../../../../main/platform/files/chosen-file.ts'
import type { Workstation } from '../../../../main/workstation.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import { noFiles } from '../../support/no-dialogs.ts'
import { newFolder, removeFolder, startWorkstation } from '../../support/workstation.ts'

const savedText = JSON.stringify({ report: 'intraday', body: '{}', first: '', second: '' })

let folder: string
let workstation: Workstation | undefined
beforeEach(async () => {
  folder = await newFolder()
})
afterEach(async () => {
  await workstation?.close()
  await removeFolder(folder)
})

it('writes a list where the operator chooses, and works again after a cancelled dialog or a full disk', async () => {
  const requests: SaveRequest[] = []
  const answers = [ok(null), err({ file: 'a.csv', detail: 'ENOSPC' }), ok({ file: 'a.csv' })]
  const dialogs: FileDialogs = {
    ...noFiles,
    save(request) {
      requests.push(request)
      return Promise.resolve(answers[requests.length - 1] ?? ok(null))
    },
  }
  const started = await startWorkstation(folder)
  workstation = started.workstation
  const { tables, saved } = workstation.handlers
  const context = { ...started.context, dialogs }
  const begun = await tables.startExport(
    { table: 'alerts', title: 'Alerts: today', columns: [{ title: 'Account', holds: 'text' }] },
    context,
  )
  if (!begun.ok) throw new Error(begun.error.code)
  const { draftId } = begun.value
  expect(await tables.addRows({ draftId, rows: [['=1+1']] }, context)).toEqual(ok({ rows: 1 }))
  const save = () => tables.saveExport({ draftId, format: 'csv' }, context)
  expect(await save()).toEqual(ok(null))
  expect(await save()).toMatchObject({ error: { code: 'file-failed', detail: 'ENOSPC' } })
  expect(await save()).toEqual(ok({ file: 'a.csv' }))
  expect(await save()).toMatchObject({ error: { code: 'draft-gone' } })
  expect(requests.map(({ suggestedName }) => suggestedName)).toEqual(
    Array.from({ length: 3 }, (): unknown =>
      expect.stringMatching(/ Alerts today \d{4}-\d\d-\d\d\.csv$/),
    ),
  )
  const written = requests[2]?.content as Uint8Array
  expect(Buffer.from(written).toString()).toBe("\ufeffAccount\r\n'=1+1\r\n")

  const layout = { columns: [], sort: null }
  await tables.saveLayout({ table: 'alerts', layout }, context)
  expect(await tables.getLayouts(undefined, context)).toEqual(ok({ alerts: layout }))
  await saved.save({ kind: 'report', name: 'Month end', request: savedText }, context)
  expect(await saved.list({ kind: 'report', cursor: null, limit: 5 }, context)).toMatchObject({
    value: { items: [{ name: 'Month end' }], total: 1 },
  })
})
