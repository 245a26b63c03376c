/** A manifest and installers that came by hand: judged here, with no network at all. */
import {
  manifestName,
  type CheckedFiles,
  type UpdateFinding,
  type UpdateManifest,
} from '../../preload/contract/updates/updates.ts'
import type { ChosenFile } from '../windows/chosen-file.ts'
import { openManifest } from './signed-manifest.ts'
import type { UpdateKey } from './update-keys.ts'

/** Larger files are none of ours. */
export const largestInstallerBytes = 600 * 1024 * 1024

/** A manifest's text, as it stands in a file. */
const textOf = ({ bytes }: ChosenFile): string => bytes.toString('utf8')

/**
 * Judges them. The first file with the manifest's name counts, or else the first that ends in `.json`. An installer is
 * genuine when its bytes are those that were signed, under whatever name it came.
 */
export async function judgeChosen(
  files: readonly ChosenFile[],
  judge: (text: string) => UpdateFinding,
  keys: readonly UpdateKey[],
): Promise<CheckedFiles> {
  const manifest =
    files.find(({ name }) => name === manifestName) ??
    files.find(({ name }) => name.endsWith('.json'))
  const installers = files.filter((file) => file !== manifest)
  const found: UpdateFinding = manifest
    ? judge(textOf(manifest))
    : { state: 'refused', why: 'not-a-manifest', detail: `${manifestName} was not chosen` }
  const opened = manifest && openManifest(textOf(manifest), keys)
  const signed = found.state !== 'refused' && opened?.ok ? opened.value : undefined
  const judged: CheckedFiles['installers'] = []
  for (const { name, bytes } of installers)
    judged.push({ name, verdict: signed ? await verdictOn(name, bytes, signed) : 'not-judged' })
  return { found, installers: judged }
}

async function verdictOn(
  name: string,
  bytes: Buffer,
  { files }: UpdateManifest,
): Promise<'genuine' | 'changed' | 'not-listed'> {
  // Beside the thread: an installer is large.
  const digest = await crypto.subtle.digest('SHA-512', new Uint8Array(bytes))
  const sha512 = Buffer.from(digest).toString('base64')
  if (files.some((file) => file.sha512 === sha512 && file.bytes === bytes.length)) return 'genuine'
  return files.some((file) => file.name === name) ? 'changed' : 'not-listed'
}
