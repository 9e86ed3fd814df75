/** For `catch`: answers `value` where a file or directory does not exist, and throws every other error. */
export function ifMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return error => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value
    throw error
  }
}
