/**
 * Why a module with native parts could not be loaded, as the code that the server logs: `no-native-library
 * ERR_DLOPEN_FAILED`.
 */
export class LoadFailure {
  readonly code: string

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.name) : 'unknown'
    this.code = `no-native-library ${reason}`.slice(0, 64)
  }
}
