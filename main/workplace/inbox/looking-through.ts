/** What is announced tells the inbox where to look: whatever changed may need a person now, or need one no more. */
import type { Announce } from '../../platform/announce.ts'
import type { InboxSource } from './noticing.ts'

const sources: Readonly<Record<string, InboxSource>> = {
  'orders.changed': 'orders',
  'batches.changed': 'batches',
  'batches.templatesChanged': 'templates',
  'payees.changed': 'payees',
  'coverage.changed': 'coverage',
  'certificates.warningsChanged': 'certificates',
  'backups.changed': 'backups',
}

/** Announces as before, and has the inbox look. A batch is an order, too: its entries may end with it. */
export const lookingThrough =
  (announce: Announce, look: (source: InboxSource) => void): Announce =>
  (noun, name, payload) => {
    announce(noun, name, payload)
    const source = sources[`${noun}.${name}`]
    if (source === undefined) return
    look(source)
    if (source === 'orders') look('batches')
  }
