/** The result of an update manifest, as text. */
import { assertNever } from '../../../../preload/contract/kernel/assert-never.ts'
import type {
  CheckedFiles,
  ManifestRefusal,
  UpdateFinding,
} from '../../../../preload/contract/api/updates/updates.ts'
import type { NoticeKind } from '../../../ui/Notice.vue'

/** The text of a notice. */
export interface FindingText {
  readonly kind: NoticeKind
  readonly title: string
  readonly reason: string
}

/** Returns the finding and its meaning, as text. */
export function findingText(found: UpdateFinding, runs: string): FindingText {
  switch (found.state) {
    case 'refused':
      return { kind: 'refused', title: 'Not accepted', reason: refusalText(found) }
    case 'current':
      return {
        kind: 'done',
        title:
          found.version === runs ? 'This is the newest version' : `Newer than the version offered`,
        reason: `Version ${runs} is installed; ${found.version} is offered.`,
      }
    case 'newer':
      return {
        kind: 'info',
        title: `Version ${found.version} is offered`,
        reason:
          found.files.length === 0
            ? `Version ${runs} is installed. The files contain no installer for this system.`
            : `Version ${runs} is installed. The administrator of this computer installs updates.`,
      }
    default:
      return assertNever(found)
  }
}

function refusalText({ why, detail }: ManifestRefusal): string {
  switch (why) {
    case 'no-key':
      return 'This build has no publisher key and accepts no manifest. Compare SHA256SUMS by hand.'
    case 'unreachable':
      return detail
    case 'not-a-manifest':
      return `The file is not a Countersign manifest.${detail === '' ? '' : ` ${detail}`}`
    case 'not-signed':
      return 'Not signed by a trusted key: it was changed in transit or comes from someone else. Do not install its files.'
    case 'expired':
      return `The manifest expired on ${detail}. The publisher has a newer one, or this computer’s clock is wrong.`
    case 'older-than-seen':
      return `The manifest is older than one seen here before: ${detail}. An older version may have known faults.`
    default:
      return assertNever(why)
  }
}

type Verdict = CheckedFiles['installers'][number]['verdict']

const verdicts: Readonly<Record<Verdict, string>> = {
  genuine: 'Genuine: matches the publisher’s signature.',
  older:
    'Older than the installed version, whatever its name says: an older version may have known faults. Do not install it.',
  changed: 'Changed: does not match the publisher’s signature. Do not install it.',
  'not-listed': 'Not listed in the manifest. Do not install it.',
  'not-judged': 'Not checked, because the manifest was not accepted.',
}

/** The verdict on an installer from a file. */
export const verdictText = (verdict: Verdict): string => verdicts[verdict]
