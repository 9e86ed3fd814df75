/** The part of autocannon that the page bench uses; autocannon has no types of its own. */
declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    duration: number
    headers: Record<string, string>
  }
  interface Result {
    non2xx: number
    errors: number
    requests: { total: number }
  }
  export default function autocannon(options: Options): Promise<Result>
}
