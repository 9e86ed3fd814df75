/** The result of `work`; without one in time, `signal` ends it, and this rejects whatever `work` does then. */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_result, reject) => {
    timer = setTimeout(() => {
      ending.abort()
      reject(new Error('no answer in time'))
    }, ms)
  })
  try {
    return await Promise.race([work(ending.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
