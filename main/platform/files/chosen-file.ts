/**
 * Files that a person chooses in a dialog of main: the window never names a path, and never sees
 * bytes.
 */
import type { FileContent } from './write-durably.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'

/** A chosen file: its name without the folder, and its bytes. */
export interface ChosenFile {
  readonly name: string
  readonly bytes: Buffer
}

/** A file that could not be read or written, with the system's message. */
export interface FileTrouble {
  readonly file: string
  readonly detail: string
}

export interface OpenRequest {
  readonly title: string
  readonly kinds: readonly { readonly name: string; readonly extensions: readonly string[] }[]
  readonly several: boolean
  /** Larger files are not read; `largestFileBytes` if omitted. */
  readonly largestBytes?: number
}

export interface SaveRequest {
  readonly title: string
  readonly suggestedName: string
  readonly kinds: OpenRequest['kinds']
  /** Parts of a text that is too long for memory are requested while the file is written. */
  readonly content: FileContent
}

/** The dialogs of main, for one call of the window. Null: the person chose nothing. */
export interface FileDialogs {
  open(request: OpenRequest): Promise<Result<readonly ChosenFile[] | null, FileTrouble>>
  save(request: SaveRequest): Promise<Result<{ readonly file: string } | null, FileTrouble>>
  /** A path for main only, for example of a file too large for memory. */
  choosePath(request: PathRequest): Promise<string | null>
}

export interface PathRequest extends Pick<OpenRequest, 'title' | 'kinds'> {
  readonly of: 'file' | 'folder'
}

/** Size limit of a chosen file, unless the request sets another. */
export const largestFileBytes = 4 * 1024 * 1024

/** Number of files that can be chosen at once. */
export const mostFiles = 50
