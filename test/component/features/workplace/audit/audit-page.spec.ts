import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuditEntry } from '../../../../../preload/contract/api/audit/channels.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import AuditPage from '../../../../../renderer/features/workplace/audit/AuditPage.vue'
import { kindSentence } from '../../../../../renderer/text/kind-text.ts'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { auditEntry, auditState } from '../../../support/fake-money.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { byRole, until } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
const at = '2026-11-21T09:14:02.000Z'
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  // jsdom has no clipboard.
  Object.assign(document, { execCommand: vi.fn(() => true) })
})

const lists = (...items: AuditEntry[]): void => {
  bridge.audit.list.mockResolvedValue(ok({ items, next: null, total: items.length }))
}
const pageText = (): string => document.body.textContent.replace(/\s+/g, ' ')
const shown = (): string =>
  (document.querySelector('aside')?.textContent ?? '').replace(/\s+/g, ' ')
const open = (address = '/audit') => mountPage(AuditPage, address, '/audit/:seq?')
async function click(name: string): Promise<void> {
  byRole('button', name).click()
  await flushPromises()
}

describe('the list', () => {
  it('shows for each entry who did what to which record, with the kind as stored in the chain', async () => {
    const { page } = await open()
    const row = document.querySelector('[data-row="0"]')?.textContent ?? ''
    for (const part of [
      '1',
      'Mara Ellison',
      'Submitted the payment for approval',
      'order.submitted',
      'o1',
    ])
      expect(row).toContain(part)
    expect(pageText()).toContain('1 entry')
    await expectNoViolation(page)
  })

  it('names the workstation of a team, and has no column for it on one computer', async () => {
    const headers = (): string[] =>
      [...document.querySelectorAll('thead th')].map((one) => one.textContent.trim())
    const { page } = await open()
    expect(headers()).not.toContain('Workstation')
    page.unmount()
    lists(auditEntry({ workstation: 'Workstation 2' }))
    await open('/audit/1')
    expect(shown()).toContain('WorkstationWorkstation 2')
    await click('Close the entry')
    expect(headers()).toContain('Workstation')
    expect(document.querySelector('[data-row="0"]')?.textContent).toContain('Workstation 2')
  })

  it('has main search and filter, and reports that nothing matches', async () => {
    const { page } = await open()
    lists()
    for (const [name, value] of [
      ['Operator', 'practice-mara'],
      ['Kind of action', 'order'],
    ] as const) {
      const select = byRole('combobox', name) as HTMLSelectElement
      select.value = value
      select.dispatchEvent(new Event('change'))
      await flushPromises()
    }
    expect(bridge.audit.list).toHaveBeenLastCalledWith(
      expect.objectContaining({ actor: 'practice-mara', kind: 'order' }),
    )
    expect(pageText()).toContain('No matching entries')
    await expectNoViolation(page)
    await click('Show all')
    expect(bridge.audit.list.mock.lastCall?.[0]).toEqual({ cursor: null, limit: 100, sort: null })
  })

  it('shows why it cannot be read, and reads it again', async () => {
    bridge.audit.list.mockResolvedValue(err({ code: 'internal', reference: 'ABCD1234' }))
    await open()
    expect(pageText()).toContain('ABCD1234')
    lists(auditEntry())
    await click('Read again')
    expect(pageText()).toContain('order.submitted')
  })
})

describe('an entry', () => {
  it('shows its link to the previous entry, and its detail formatted and as hashed', async () => {
    const { page } = await open('/audit/1')
    expect(shown()).toContain('c'.repeat(64))
    expect(shown()).toContain('0'.repeat(64))
    expect(shown()).toContain('"amount": 1250000')
    byRole('radio', 'As hashed').click()
    await flushPromises()
    expect(shown()).toContain('{"amount":1250000}')
    await expectNoViolation(page)
  })

  it('links to its payment', async () => {
    const { router } = await open('/audit/1')
    const push = vi.spyOn(router, 'push')
    await click('Show the payment')
    expect(push).toHaveBeenCalledWith('/orders/o1')
  })

  it('lists all entries about the same record', async () => {
    await open('/audit/1')
    await click('List all entries for this subject')
    await until(() =>
      expect(bridge.audit.list).toHaveBeenLastCalledWith(
        expect.objectContaining({ subject: 'o1' }),
      ),
    )
  })

  it('is found by its number beyond the list, and otherwise reported as missing', async () => {
    lists(auditEntry({ seq: 9 }))
    const { router } = await open('/audit/4')
    expect(bridge.audit.list).toHaveBeenCalledWith({ cursor: null, limit: 100, search: '4' })
    expect(shown()).toContain('Entry not found')
    await router.push('/audit/9')
    await flushPromises()
    expect(shown()).toContain('Entry 9')
  })
})

describe('the state of the chain', () => {
  it('is checked on request, and reported as intact', async () => {
    const { page } = await open()
    expect(pageText()).toContain('Not checked yet')
    await click('Check the chain')
    expect(pageText()).toMatch(/Verified ?1 entry, 0 checkpoints/)
    await expectNoViolation(page)
  })

  it('shows up to which entry it was checked when entries were added', async () => {
    const checked = { kind: 'holds', at, entries: 3, checkpoints: 1 } as const
    bridge.audit.getState.mockResolvedValue(ok(auditState({ entries: 5, checked })))
    await open()
    expect(pageText()).toContain('checked up to entry 3, 1 checkpoint')
  })

  it('raises an alarm where the chain is broken, and names the first broken entry', async () => {
    const checked = { kind: 'broken', at, seq: 7, reason: 'hash' } as const
    bridge.audit.check.mockResolvedValue(ok(auditState({ checked })))
    const { page } = await open()
    await click('Check the chain')
    expect(document.querySelector('[role=alert]')?.textContent).toContain('entry 7')
    expect(pageText()).toContain('changed after it was written')
    await expectNoViolation(page)
  })

  it('shows by whom and up to which entry it is signed, and why it is not', async () => {
    const latestCheckpoint = { seq: 5, at, hash: 'd'.repeat(64) }
    bridge.audit.getState.mockResolvedValue(
      ok(auditState({ signedBy: 'f'.repeat(64), latestCheckpoint })),
    )
    const { page } = await open()
    expect(pageText()).toContain('up to entry 5')
    expect(pageText()).toContain('ffffffff\u2026ffffffff')
    page.unmount()
    const unsigned = { kind: 'locked', detail: null } as const
    bridge.audit.getState.mockResolvedValue(ok(auditState({ unsigned })))
    await open()
    expect(pageText()).toContain('The chain is not signed')
  })

  it('exports the chain, and explains how the file is checked', async () => {
    await open()
    await click('Export\u2026')
    expect(bridge.audit.exportFile).toHaveBeenCalledOnce()
    expect(pageText()).toContain('audit.jsonl can be checked without this program')
    expect(pageText()).not.toContain('verify-audit.mjs')
    await click('How to check the file')
    expect(pageText()).toContain('node verify-audit.mjs FILE --key FINGERPRINT')
  })

  it('shows why it could not be exported', async () => {
    bridge.audit.exportFile.mockResolvedValue(
      err({ code: 'file-failed', file: 'audit.jsonl', detail: 'ENOSPC' }),
    )
    await open()
    await click('Export\u2026')
    expect(pageText()).toContain('ENOSPC')
  })

  it('offers nothing to check, sign or export while there is no entry', async () => {
    bridge.audit.getState.mockResolvedValue(ok(auditState({ entries: 0, head: null })))
    lists()
    await open()
    await click('Check the chain')
    expect(bridge.audit.check).not.toHaveBeenCalled()
    expect(pageText()).toContain('Nothing recorded yet')
  })
})

it('shows a kind of a later version as plain text', () => {
  expect(kindSentence('audit.exported')).toBe('Requested an export of the chain')
  expect(kindSentence('batch.settled-late')).toBe('Batch settled late')
})
