/** A yes or no that somebody gives later. Safari has `Promise.withResolvers` from 17.4 on, and older iPhones do not. */
export function pendingAnswer(): { answered: Promise<boolean>; resolve: (answer: boolean) => void } {
  let resolve: (answer: boolean) => void = () => {}
  const answered = new Promise<boolean>(done => {
    resolve = done
  })
  return { answered, resolve }
}
