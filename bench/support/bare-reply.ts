/** The peer of the page benchmark: Fastify with one route and nothing else, in a process of its own. */
import Fastify from 'fastify'

const app = Fastify()
app.get('/', () => 'hello')
app.get('/cpu', () => {
  const { user, system } = process.cpuUsage()
  return { seconds: (user + system) / 1e6 }
})
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
