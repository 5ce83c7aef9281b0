from urllib.parse import urljoin
import lxml.html
from focused_crawler.page.model import Block, Link, Page
def parse_page(url, body, *, encoding=None, segmenter="headings"):
    text = body.decode(encoding or "utf-8", "replace") if isinstance(body, bytes) else body
    text=text.replace("\0","")
    try: root = lxml.html.document_fromstring(text.encode(), parser=lxml.html.HTMLParser(encoding="utf-8"))
    except Exception: return Page(url,"",())
    blocks=[]; cur=[[], [], "", 0]
    def flush():
        if cur[0] or cur[1]:
            blocks.append(Block(len(blocks),"heading" if cur[3] else "lead"," ".join(cur[0]),tuple(cur[1]),cur[2],cur[3]))
    for ev, el in lxml.etree.iterwalk(root, events=("start","end")):
        if not isinstance(el.tag,str): continue
        if ev=="start":
            if el.tag in ("h1","h2","h3","h4","h5","h6") and segmenter=="headings":
                flush(); cur=[[],[]," ".join(el.text_content().split()),int(el.tag[1])]
            if el.tag=="a" and el.get("href"):
                u=urljoin(url,el.get("href").strip()).split("#")[0]
                if u.startswith("http") and u!=url: cur[1].append(Link(u," ".join(el.text_content().split()),0,"nofollow" in (el.get("rel") or "")))
            if el.tag not in("script","style") and el.text and el.text.strip(): cur[0].append(" ".join(el.text.split()))
        elif el.tail and el.tail.strip(): cur[0].append(" ".join(el.tail.split()))
    flush()
    return Page(url, root.findtext(".//title") or "", tuple(blocks))
SEGMENTERS={}
