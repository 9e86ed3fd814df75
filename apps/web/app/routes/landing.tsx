export default function Landing() {
  return <h1>landing</h1>
}
