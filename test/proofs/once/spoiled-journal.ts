/**
 * Makes builds whose journal does not hold: what the proof must find. The source stays as it is; the change is made
 * while the programs are bundled.
 */
import type { Plugin } from 'vite'

/**
 * `late`: a sending is journalled when its end is known. `unawaited`: it is begun before the first byte, and nobody
 * waits until it is on the disk.
 */
export const spoiledJournals = ['late', 'unawaited'] as const
export type SpoiledJournal = (typeof spoiledJournals)[number]

const journals = '      await journal(this.#context, departure)\n'
const ends = 'const came = initiated ? attemptEnd(initiated) : unforeseenEnd\n'
/** As long as a slow disk may take to flush. */
const begun =
  '      void new Promise((later) => setTimeout(later, 200)).then(() => journal(this.#context, departure)).catch(() => undefined)\n'

/** The change. Bundling fails where the sender does not read as it is known here. */
export const spoilJournal = (how: SpoiledJournal): Plugin => ({
  name: 'spoiled-journal',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/main/orders/sender.ts')) return null
    if (code.split(journals).length !== 2 || code.split(ends).length !== 2) {
      throw new Error('main/orders/sender.ts journals elsewhere: take the journal out of it anew')
    }
    return how === 'late'
      ? code.replace(journals, '').replace(ends, `${journals}${ends}`)
      : code.replace(journals, begun)
  },
})
