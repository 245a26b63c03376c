/** The result of an update manifest, as text. */
import { assertNever } from '../../../../preload/contract/kernel/assert-never.ts'
import type {
  CheckedFiles,
  ManifestRefusal,
  UpdateFinding,
} from '../../../../preload/contract/api/updates/updates.ts'
import type { NoticeKind } from '../../../ui/Notice.vue'

/** The text of a notice. */
export interface FoundWords {
  readonly kind: NoticeKind
  readonly title: string
  readonly reason: string
}

/** Returns the finding and its meaning, as text. */
export function foundWords(found: UpdateFinding, runs: string): FoundWords {
  switch (found.state) {
    case 'refused':
      return { kind: 'refused', title: 'Not believed', reason: refusalWords(found) }
    case 'current':
      return {
        kind: 'done',
        title: found.version === runs ? 'This is the newest version' : `Newer than the one offered`,
        reason: `Version ${runs} runs here; ${found.version} is offered.`,
      }
    case 'newer':
      return {
        kind: 'info',
        title: `Version ${found.version} is offered`,
        reason:
          found.files.length === 0
            ? `Version ${runs} runs here. There is no installer for this system among its files.`
            : `Version ${runs} runs here. Whoever administers this computer installs it.`,
      }
    default:
      return assertNever(found)
  }
}

function refusalWords({ why, detail }: ManifestRefusal): string {
  switch (why) {
    case 'no-key':
      return 'This build carries no key of a publisher, so that it believes no manifest. Compare SHA256SUMS by hand.'
    case 'unreachable':
      return detail
    case 'not-a-manifest':
      return `It is no manifest of Countersign.${detail === '' ? '' : ` ${detail}`}`
    case 'not-signed':
      return 'No key that this build believes has signed it: it was changed on its way, or comes from somebody else. Do not install what came with it.'
    case 'expired':
      return `It was good until ${detail}. The publisher has a newer one by now, or this computer’s clock is wrong.`
    case 'older-than-seen':
      return `It was published before one that was seen here: ${detail}. A feed that is turned back would keep a mended fault in use.`
    default:
      return assertNever(why)
  }
}

type Verdict = CheckedFiles['installers'][number]['verdict']

const verdicts: Readonly<Record<Verdict, string>> = {
  genuine: 'Genuine: every byte is as the publisher signed it.',
  older:
    'Older than the version that runs, whatever its name says: it would bring back faults that are mended. Do not install it.',
  changed: 'Changed: it is not what the publisher signed. Do not install it.',
  'not-listed': 'The manifest names no such file. Do not install it.',
  'not-judged': 'Not judged, since the manifest is not believed.',
}

/** The verdict on an installer from a file. */
export const verdictWords = (verdict: Verdict): string => verdicts[verdict]
