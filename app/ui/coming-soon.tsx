/** A placeholder of the specification, word for word and in English only, until an owner switches its page on. */
export function ComingSoon({ words }: { words: string }) {
  return (
    <section className="bo-page bo-empty" data-being-built="">
      <h1 tabIndex={-1} lang="en">
        <bdi>{words}</bdi>
      </h1>
    </section>
  );
}
