import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { FileTrouble } from './chosen-file.ts'

/** The failure that the window is told of a file that could not be read or written. */
export const fileFailed = (trouble: FileTrouble): Failure<'file-failed'> => ({
  code: 'file-failed',
  ...trouble,
})

/** A file name that every system takes. */
export const fileNameOf = (name: string): string => name.replace(/[^\p{L}\p{N} ._-]/gu, '').trim()
