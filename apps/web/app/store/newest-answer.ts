/** Uses the answers to a request that is repeated, but none that comes after the answer to a later one. */
export function newestAnswer<T>(use: (answer: T) => void): (answer: Promise<T>) => Promise<void> {
  let sent = 0
  let answered = 0
  return answer => {
    sent += 1
    const own = sent
    return (
      answer
        .then(found => {
          if (own < answered) return
          answered = own
          use(found)
        })
        // A failure changes nothing: the next answer may come.
        .catch(() => undefined)
    )
  }
}
