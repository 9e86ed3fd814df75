/** A process that reports its environment, and then that it is ready. */
process.once('message', () => {
  process.send?.({ type: 'environment', variables: process.env })
  process.send?.({ type: 'ready' })
})
process.on('disconnect', () => process.exit(0))
