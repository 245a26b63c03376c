/** Checks a manifest and installers that an operator chose as files, without any network. */
import {
  manifestName,
  type CheckedFiles,
  type UpdateFinding,
  type UpdateManifest,
} from '../../../preload/contract/api/updates/updates.ts'
import type { ChosenFile } from '../../platform/files/chosen-file.ts'

/** The verdict on a manifest, with the manifest if it is trusted. */
export interface Judged {
  readonly found: UpdateFinding
  readonly manifest?: UpdateManifest
  /** Whether its version is older than the running one. */
  readonly isOlder?: boolean
}

/**
 * Checks the files. The manifest is the first file with its name, or else the first that ends in
 * `.json`. An installer is genuine if its bytes are the signed ones, under any name; an installer
 * of an earlier version than the running one is `older`.
 */
export async function judgeChosen(
  files: readonly ChosenFile[],
  judge: (text: string) => Judged,
): Promise<CheckedFiles> {
  const chosen =
    files.find(({ name }) => name === manifestName) ??
    files.find(({ name }) => name.endsWith('.json'))
  const {
    found,
    manifest,
    isOlder = false,
  } = chosen ? judge(chosen.bytes.toString('utf8')) : notChosen
  const installers: CheckedFiles['installers'] = []
  for (const file of files) {
    if (file === chosen) continue
    const { name, bytes } = file
    const judged = manifest ? await verdictOn(name, bytes, manifest) : 'not-judged'
    const verdict = judged === 'genuine' && isOlder ? 'older' : judged
    installers.push({ name, verdict })
  }
  return { found, installers }
}

const notChosen: Judged = {
  found: { state: 'refused', why: 'not-a-manifest', detail: `${manifestName} was not chosen` },
}

async function verdictOn(
  name: string,
  bytes: Buffer,
  { files }: UpdateManifest,
): Promise<'genuine' | 'changed' | 'not-listed'> {
  // Off the main thread, because an installer is large.
  const digest = await crypto.subtle.digest('SHA-512', new Uint8Array(bytes))
  const sha512 = Buffer.from(digest).toString('base64')
  if (files.some((file) => file.sha512 === sha512 && file.bytes === bytes.length)) return 'genuine'
  return files.some((file) => file.name === name) ? 'changed' : 'not-listed'
}
